//! Every text for people, in English and Russian.
