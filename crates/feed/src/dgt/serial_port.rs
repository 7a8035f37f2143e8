//! The one place that knows serial ports of this machine.

use std::io;
use std::time::Duration;

use super::source::Port;

/// How long a read waits for bytes.
const READ_TIMEOUT: Duration = Duration::from_millis(100);

/// Opens a port as a board needs it: 9600 baud, eight bits, no parity, one stop bit, no handshake,
/// both modem lines low.
pub(super) fn open(name: &str) -> io::Result<Box<dyn Port>> {
    let mut port = serialport::new(name, 9600).timeout(READ_TIMEOUT).open()?;
    // Ports that are none in hardware have no such lines.
    let _ = port.write_data_terminal_ready(false);
    let _ = port.write_request_to_send(false);
    Ok(Box::new(port))
}
