//! How many moves were played: counts as intervals with their provenance, and what joins them.
