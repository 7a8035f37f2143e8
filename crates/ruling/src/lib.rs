//! What the record proves and what the Laws recommend: findings and proposals, one file a group of rules.
