//! Pages kept apart from those of others that open them, where browsers honour it.

use axum::Router;
use axum::extract::Request;
use axum::http::header::{HOST, HeaderName, HeaderValue};
use axum::middleware::{Next, from_fn};
use axum::response::Response;

use crate::security::is_loopback;

const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// The same routes with the policy of openers on each reply over HTTPS or to this very machine; over
/// plain HTTP elsewhere browsers ignore it and complain.
pub(crate) fn isolated(router: Router, is_https: bool) -> Router {
    router.layer(from_fn(move |request: Request, next: Next| async move {
        let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
        let is_honoured = is_https || host.is_some_and(is_loopback);
        let mut response: Response = next.run(request).await;
        if is_honoured {
            let apart = HeaderValue::from_static("same-origin");
            response.headers_mut().insert(OPENER_POLICY, apart);
        }
        response
    }))
}
