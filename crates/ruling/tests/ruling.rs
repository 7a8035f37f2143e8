//! Rulings asked of whole games: field reports, ladders of faults, properties.

mod ruling {
    mod field_reports;
    mod ladders;
    mod mirrored;
    mod procedure_reports;
    mod properties;
    mod support;
    mod touch_move;
}
