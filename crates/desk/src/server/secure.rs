//! The desk over HTTPS: connections are made secure on tasks of their own, so that one that hangs
//! holds nobody up.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use super::{App, router};
use crate::{Https, now};

/// How long a connection may take to become secure.
const HANDSHAKE_WITHIN: Duration = Duration::from_secs(10);
/// How many secure connections wait to be served.
const N_WAITING: usize = 64;
/// How often the names of the machine are looked at.
const LOOK_EVERY: Duration = Duration::from_secs(20);

/// The address that a secure connection comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct SecurePeer(pub SocketAddr);

/// Serves over HTTPS until the process ends; a new certificate is made when the names change that
/// `names` gives, or the old one soon runs out.
///
/// # Errors
/// What the system says of the listener, or TLS of the certificate.
pub async fn serve_https(
    app: Arc<App>,
    listener: TcpListener,
    https: Arc<Https>,
    names: impl Fn() -> Vec<String> + Send + Sync + 'static,
) -> io::Result<()> {
    let config = https.server_config().map_err(io::Error::other)?;
    let local = listener.local_addr()?;
    let (sender, secured) = mpsc::channel(N_WAITING);
    tokio::spawn(accept(listener, TlsAcceptor::from(Arc::new(config)), sender));
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            // Where none can be made the old one stays, and pages say which names it lacks.
            let _ = https.renew(&names(), now());
        }
    });
    let service = router(&app).into_make_service_with_connect_info::<SecurePeer>();
    axum::serve(Secured { secured, local }, service).await
}

async fn accept(
    listener: TcpListener,
    acceptor: TlsAcceptor,
    sender: mpsc::Sender<(TlsStream<TcpStream>, SocketAddr)>,
) {
    while !sender.is_closed() {
        let Ok((stream, peer)) = listener.accept().await else {
            // Too many files are open: wait until some are closed.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let (acceptor, sender) = (acceptor.clone(), sender.clone());
        tokio::spawn(async move {
            let secured = tokio::time::timeout(HANDSHAKE_WITHIN, acceptor.accept(stream)).await;
            if let Ok(Ok(stream)) = secured {
                // Where nobody serves any more there is nobody to tell.
                let _ = sender.send((stream, peer)).await;
            }
        });
    }
}

/// Connections that are secure.
struct Secured {
    secured: mpsc::Receiver<(TlsStream<TcpStream>, SocketAddr)>,
    local: SocketAddr,
}

impl Listener for Secured {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        match self.secured.recv().await {
            Some(connection) => connection,
            // The task that accepts ends with this one.
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.local)
    }
}

impl Connected<IncomingStream<'_, Secured>> for SecurePeer {
    fn connect_info(stream: IncomingStream<'_, Secured>) -> SecurePeer {
        SecurePeer(*stream.remote_addr())
    }
}
