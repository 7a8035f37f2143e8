//! What goes wrong on the way from the boards to the reader.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A fault that a real transmission has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FaultKind {
    /// The connection breaks and comes back.
    Broken,
    /// Nothing comes for a while, although the games go on.
    Silence,
    /// Games or messages come in another order.
    Reorder,
    /// A file or message is seen half-written.
    HalfWritten,
    /// A wrong move is reported and then replaced: a piece dragged across the board.
    WrongMove,
    /// An illegal move is played and stands.
    IllegalMove,
    /// The result is shown by kings in the centre.
    Kings,
    /// A clock jumps.
    ClockJump,
    /// A board is reported twice.
    Duplicate,
    /// Bytes are changed, lost or added.
    Noise,
}

impl FaultKind {
    /// Every kind.
    pub const ALL: [FaultKind; 10] = [
        FaultKind::Broken,
        FaultKind::Silence,
        FaultKind::Reorder,
        FaultKind::HalfWritten,
        FaultKind::WrongMove,
        FaultKind::IllegalMove,
        FaultKind::Kings,
        FaultKind::ClockJump,
        FaultKind::Duplicate,
        FaultKind::Noise,
    ];

    /// The word by which it is given on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            FaultKind::Broken => "broken",
            FaultKind::Silence => "silence",
            FaultKind::Reorder => "reorder",
            FaultKind::HalfWritten => "half-written",
            FaultKind::WrongMove => "wrong-move",
            FaultKind::IllegalMove => "illegal-move",
            FaultKind::Kings => "kings",
            FaultKind::ClockJump => "clock-jump",
            FaultKind::Duplicate => "duplicate",
            FaultKind::Noise => "noise",
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for FaultKind {
    type Err = String;

    fn from_str(text: &str) -> Result<FaultKind, String> {
        FaultKind::ALL.into_iter().find(|kind| kind.word() == text).ok_or_else(|| {
            let known: Vec<&str> = FaultKind::ALL.iter().map(|kind| kind.word()).collect();
            format!("found \"{text}\", expected one of {}", known.join(", "))
        })
    }
}

/// Which faults a hall has, and how often: the chance of each at every message, drawn from a seed.
#[derive(Clone, Debug)]
pub struct Faults {
    kinds: Vec<FaultKind>,
    per_mille: u32,
    seed: Seed,
}

impl Faults {
    /// No faults.
    pub fn none() -> Faults {
        Faults::new(&[], 0, 0)
    }

    /// These faults, each with a chance of so many in a thousand at every message.
    pub fn new(kinds: &[FaultKind], per_mille: u32, seed: u64) -> Faults {
        Faults { kinds: kinds.to_vec(), per_mille, seed: Seed::new(seed) }
    }

    /// Whether a kind of fault can occur at all.
    pub fn has(&self, kind: FaultKind) -> bool {
        self.kinds.contains(&kind)
    }

    /// Whether a fault of this kind strikes now.
    pub fn strikes(&mut self, kind: FaultKind) -> bool {
        self.has(kind) && self.seed.below(1000) < u64::from(self.per_mille)
    }

    /// A length of time between two bounds.
    pub fn pause(&mut self, shortest: Duration, longest: Duration) -> Duration {
        let span = longest.saturating_sub(shortest).as_millis() as u64;
        shortest + Duration::from_millis(self.seed.below(span + 1))
    }

    /// The numbers that the faults are drawn from.
    pub fn seed(&mut self) -> &mut Seed {
        &mut self.seed
    }
}

/// Numbers that look drawn by lot, the same for the same seed on every machine.
///
/// The generator is SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
#[derive(Clone, Debug)]
pub struct Seed(u64);

impl Seed {
    /// Begins with a seed.
    pub fn new(seed: u64) -> Seed {
        Seed(seed)
    }

    /// The next number.
    pub fn next_number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below a bound; 0 where the bound is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next_number().checked_rem(bound).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_faults_and_none_strikes_that_was_not_asked_for() {
        let struck = |seed| {
            let mut faults = Faults::new(&[FaultKind::Noise], 100, seed);
            let struck: Vec<bool> = (0..1000).map(|_| faults.strikes(FaultKind::Noise)).collect();
            assert!((0..1000).all(|_| !faults.strikes(FaultKind::Kings)));
            struck
        };
        assert_eq!(struck(7), struck(7));
        assert_ne!(struck(7), struck(8));
        let n_struck = struck(7).into_iter().filter(|struck| *struck).count();
        assert!((50..200).contains(&n_struck), "{n_struck}");
    }

    #[test]
    fn every_fault_has_its_word() {
        for kind in FaultKind::ALL {
            assert_eq!(kind.word().parse(), Ok(kind));
        }
        assert!("nothing".parse::<FaultKind>().is_err());
    }
}
