//! Can this side still mate: yes with a line, no with a proof, or unproven with the work spent.
