//! Tests of the reader and the writer on whole files.

mod pgn {
    mod field_reports;
    mod properties;
    mod readings;
    mod recovery;
    mod support;
    mod writing;
}
