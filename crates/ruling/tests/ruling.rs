//! Rulings asked of whole games: field reports, ladders of faults, properties.

mod ruling {
    mod procedure_reports;
    mod touch_move;
}
