//! Forms that bring files: `multipart/form-data`.

use std::convert::Infallible;

use axum::body::Bytes;
use futures_util::stream;
use multer::Multipart;

use crate::{Form, Upload};

/// The boundary that a content type names; `None` for a form without files.
pub(super) fn boundary(content_type: &str) -> Option<String> {
    multer::parse_boundary(content_type).ok()
}

/// Reads the fields and files of a body; `None` where it is not as it should be.
pub(super) async fn read(body: Bytes, boundary: String) -> Option<Form> {
    let whole = stream::iter([Ok::<_, Infallible>(body)]);
    let mut parts = Multipart::new(whole, boundary);
    let mut form = Form::default();
    while let Some(part) = parts.next_field().await.ok()? {
        let field = part.name().unwrap_or_default().to_owned();
        let file_name = part.file_name().map(str::to_owned);
        let media_type = part.content_type().map(ToString::to_string).unwrap_or_default();
        let bytes = part.bytes().await.ok()?;
        match file_name {
            Some(name) => {
                form.push_file(Upload { field, name, media_type, bytes: bytes.as_ref().into() });
            }
            None => form.push(field, String::from_utf8_lossy(&bytes).into_owned()),
        }
    }
    Some(form)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn fields_and_files_are_told_apart() {
        let body = "--x\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\nabc\r\n--x\r\n\
                    Content-Disposition: form-data; name=\"file\"; filename=\"Тур 3.csv\"\r\n\
                    Content-Type: text/csv\r\n\r\n1;A;B\r\n--\r\n--x--\r\n";
        let boundary = boundary("multipart/form-data; boundary=x").expect("a boundary");
        let form = read(Bytes::from(body), boundary).await.expect("read");
        assert_eq!(form.text("token"), "abc");
        let file = form.file("file").expect("a file");
        assert_eq!((file.name.as_str(), file.media_type.as_str()), ("Тур 3.csv", "text/csv"));
        assert!(file.bytes.starts_with(b"1;A;B\r\n") && file.bytes.ends_with(b"--"));
        assert!(form.file("other").is_none());
    }

    #[tokio::test]
    async fn a_body_that_stops_in_the_middle_is_none() {
        let body = "--x\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\nab";
        assert_eq!(read(Bytes::from(body), "x".to_owned()).await, None);
    }
}
