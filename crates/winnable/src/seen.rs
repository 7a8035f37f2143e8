//! A set of positions by their hash: four bytes of it and a number for each, no more.
//!
//! Two positions may share a hash, so whether they are the same is asked of who keeps them.

/// Places of numbers by hash.
#[derive(Default)]
pub(crate) struct Seen {
    /// The upper half of a hash and a number from one; zero is free. A power of two of them.
    slots: Vec<(u32, u32)>,
    taken: usize,
}

/// Slots at first.
const FIRST: usize = 1 << 10;

impl Seen {
    /// Puts a number in unless one that is the same is there; tells whether it is new.
    pub(crate) fn insert(&mut self, hash: u64, number: u32, same: impl Fn(u32) -> bool) -> bool {
        if self.taken * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        let tag = (hash >> 32) as u32;
        let mut at = self.first(tag);
        loop {
            match self.slots[at] {
                (_, 0) => break,
                (other, found) if other == tag && same(found - 1) => return false,
                _ => at = (at + 1) & (self.slots.len() - 1),
            }
        }
        self.slots[at] = (tag, number + 1);
        self.taken += 1;
        true
    }

    /// Where a tag is looked for first: the slots are fewer than the tags.
    fn first(&self, tag: u32) -> usize {
        (u64::from(tag).wrapping_mul(self.slots.len() as u64) >> 32) as usize
    }

    fn grow(&mut self) {
        let size = FIRST.max(self.slots.len() * 2);
        let old = std::mem::replace(&mut self.slots, vec![(0, 0); size]);
        for (tag, number) in old.into_iter().filter(|&(_, number)| number != 0) {
            let mut at = self.first(tag);
            while self.slots[at].1 != 0 {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = (tag, number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_shares_a_hash_is_kept_apart_by_what_it_is() {
        let mut seen = Seen::default();
        let kept: Vec<u64> =
            (0..5_000).map(|n: u64| (n / 3).wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        for (number, &hash) in kept.iter().enumerate() {
            assert!(seen.insert(hash, number as u32, |other| other as usize == number));
            assert!(!seen.insert(hash, number as u32, |other| other as usize == number));
        }
    }
}
