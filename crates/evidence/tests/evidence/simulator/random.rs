//! Numbers that look random and are the same on every run.

/// A generator of pseudo-random numbers (splitmix).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A fraction from 0 up to, not including, 1.
    pub fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A whole number from `low` up to, not including, `high`.
    pub fn within(&mut self, low: i64, high: i64) -> i64 {
        low + ((high - low) as f64 * self.fraction()) as i64
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: i64) -> bool {
        self.within(0, n) == 0
    }

    /// A number around zero with standard deviation 1, without bounds.
    pub fn normal(&mut self) -> f64 {
        let (u, v) = (1.0 - self.fraction(), self.fraction());
        (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
    }
}
