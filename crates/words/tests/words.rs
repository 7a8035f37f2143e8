//! Texts as they are read to people.

mod words {
    mod rulings;
}
