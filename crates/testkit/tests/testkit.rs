//! Tests of the whole: ruling cases, and rulings as they are read to two players.

mod testkit {
    mod cases;
    mod rulings;
}
