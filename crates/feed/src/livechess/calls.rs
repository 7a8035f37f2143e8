//! What is said to LiveChess: nothing that writes.

use serde_json::json;

/// A call. There are no others: what an observer must not send cannot be said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Call<'a> {
    /// All boards.
    Boards,
    /// The events of a board from now on.
    Subscribe { feed: i64, serial: &'a str },
    /// No more events of a feed.
    Unsubscribe { feed: i64 },
}

impl Call<'_> {
    /// The call as JSON.
    pub fn text(self, id: i64) -> String {
        let call = match self {
            Call::Boards => json!({"id": id, "call": "eboards"}),
            Call::Subscribe { feed, serial } => json!({
                "id": id,
                "call": "subscribe",
                "param": {"feed": "eboardevent", "id": feed, "param": {"serialnr": serial}},
            }),
            Call::Unsubscribe { feed } => {
                json!({"id": id, "call": "unsubscribe", "param": {"id": feed}})
            }
        };
        call.to_string()
    }
}
