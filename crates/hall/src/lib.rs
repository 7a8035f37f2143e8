//! Many games at once: observations in; records, gaps and alarms out.
