//! Which files may be laid beside entries: told by what is in them, whatever they are called.

/// A kind of file that is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FileKind {
    /// What it is, as `image/jpeg`.
    pub media_type: &'static str,
    /// How its name ends.
    pub extension: &'static str,
    /// Whether pages show it; what is not shown can be saved.
    pub is_shown: bool,
}

const fn kind(media_type: &'static str, extension: &'static str, is_shown: bool) -> FileKind {
    FileKind { media_type, extension, is_shown }
}

/// The kinds that are taken. Nothing that could act in a page is among them.
const KINDS: [FileKind; 6] = [
    kind("image/jpeg", "jpg", true),
    kind("image/png", "png", true),
    kind("image/webp", "webp", true),
    kind("image/gif", "gif", true),
    kind("image/heic", "heic", false),
    kind("application/pdf", "pdf", false),
];

/// The kind of a file by what is in it; `None` for one that is not taken.
pub(crate) fn kind_of(bytes: &[u8]) -> Option<FileKind> {
    let at =
        |from: usize, wanted: &[u8]| bytes.get(from..).is_some_and(|rest| rest.starts_with(wanted));
    let is_heic = || {
        let brands: [&[u8]; 6] = [b"heic", b"heix", b"hevc", b"heim", b"mif1", b"msf1"];
        at(4, b"ftyp") && brands.iter().any(|brand| at(8, brand))
    };
    let media_type = if at(0, b"\xff\xd8\xff") {
        "image/jpeg"
    } else if at(0, b"\x89PNG\r\n\x1a\n") {
        "image/png"
    } else if at(0, b"RIFF") && at(8, b"WEBP") {
        "image/webp"
    } else if at(0, b"GIF87a") || at(0, b"GIF89a") {
        "image/gif"
    } else if is_heic() {
        "image/heic"
    } else if at(0, b"%PDF-") {
        "application/pdf"
    } else {
        return None;
    };
    kind_named(media_type)
}

/// The kind that an entry names.
pub(crate) fn kind_named(media_type: &str) -> Option<FileKind> {
    KINDS.into_iter().find(|kind| kind.media_type == media_type)
}

/// The name of a file without the folders before it and without signs that are none of a name.
pub(crate) fn plain_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain = last.chars().filter(|letter| !letter.is_control()).take(80);
    plain.collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_what_is_in_it() {
        let media_type = |bytes: &[u8]| kind_of(bytes).map(|kind| kind.media_type);
        assert_eq!(media_type(b"\xff\xd8\xff\xe0..JFIF"), Some("image/jpeg"));
        assert_eq!(media_type(b"\x89PNG\r\n\x1a\n...."), Some("image/png"));
        assert_eq!(media_type(b"RIFF\x10\0\0\0WEBPVP8 "), Some("image/webp"));
        assert_eq!(media_type(b"\0\0\0\x18ftypheic...."), Some("image/heic"));
        assert_eq!(media_type(b"%PDF-1.7"), Some("application/pdf"));
        for other in [
            &b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>"[..],
            b"<!DOCTYPE html><script>alert(1)</script>",
            b"\n<html>\xff\xd8\xff",
            b"MZ\x90\0",
            b"",
        ] {
            assert_eq!(media_type(other), None);
        }
    }

    #[test]
    fn a_name_is_one_without_folders_and_signs() {
        assert_eq!(plain_name("C:\\fakepath\\Часы 1.jpg"), "Часы 1.jpg");
        assert_eq!(plain_name("../../etc/passwd\r\n"), "passwd");
        assert_eq!(plain_name(&"x".repeat(300)).len(), 80);
    }
}
