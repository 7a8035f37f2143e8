//! Runs ruling cases written as YAML blocks against the product.

fn main() {}
