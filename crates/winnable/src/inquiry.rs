//! One question, asked layer by layer, that can be taken up again with a larger budget.

use std::ops::Range;

use kaissa_chess::{Color, Move, Position};

use crate::dash::dash;
use crate::helpmate::{Found, Helpmate, Order};
use crate::state::{State, Step};
use crate::structure::{self, Detail, Limits};
use crate::walk::walk;
use crate::{
    Answer, Budget, CanMate, ClosedSet, Effort, Layer, NoMateProof, OutOfScope, material_bar,
};

/// What is tried one after the other when mate and material do not decide. The cheap come first, and
/// the dear come back with more work, so that a question costs little more than the layer that
/// decides it.
const STAGES: [Stage; 14] = [
    Stage::Walk,
    Stage::Dash(0, 8),
    Stage::Search(NEAR_NODES),
    Stage::Structure(Detail::Whole, 20_000),
    Stage::Structure(Detail::Coarse, 20_000),
    Stage::Dash(8, 72),
    Stage::Search(30_000),
    Stage::Structure(Detail::Coarse, 80_000),
    Stage::Search(300_000),
    Stage::Structure(Detail::Fine, 200_000),
    Stage::Structure(Detail::Coarse, 500_000),
    Stage::Search(1_000_000),
    Stage::Dash(72, 1_000),
    Stage::Search(u64::MAX),
];

/// One step of the work.
#[derive(Clone, Copy)]
enum Stage {
    /// A walk of the kings.
    Walk,
    /// Runs straight for the mate, from one number to another.
    Dash(u32, u32),
    /// Search until so many nodes have been spent on it.
    Search(u64),
    /// A structure with so much work.
    Structure(Detail, u64),
}

/// Search nodes before novelties are looked at.
const NEAR_NODES: u64 = 3_000;

/// Modes that a structure may have.
const STRUCTURE_MODES: usize = 1_000;

/// Decides whether a colour can still mate, within a budget.
///
/// **Laws:** 5.1.2, 6.9, 7.5.5. Any series of legal moves counts. Only the board, the turn and the
/// rights are looked at: repetitions and the counters of 9.3 and 9.6 play no part. Ask
/// [`seventy_five_move_limit`] whether the line given would run into 9.6.2.
///
/// # Errors
/// [`OutOfScope`] where legal moves are not defined, as after an illegal move that stands.
///
/// # Examples
/// ```
/// use kaissa_chess::{Color, Position};
/// use kaissa_winnable::{Budget, can_mate, verify};
///
/// // King and knight against king and rook: the rook can take its own king's last flight square.
/// let (position, _) = Position::from_fen("8/5k2/8/3n4/8/8/4K3/4R3 w - - 0 60").unwrap();
/// let answer = can_mate(&position, Color::Black, &Budget::STANDARD).unwrap();
/// assert!(answer.can_mate.is_yes());
/// assert!(verify(&position, Color::Black, &answer.can_mate).is_ok());
/// ```
pub fn can_mate(position: &Position, by: Color, budget: &Budget) -> Result<Answer, OutOfScope> {
    Ok(Inquiry::new(position, by)?.go_on(budget))
}

/// Finds the ply of a line at which the 75-move limit would end the game before its mate.
///
/// **Laws:** 9.6.2. Counts on from the half-move clock of the position; mate on the last ply takes
/// precedence. `Some(0)` means that the limit is reached on the board; `None` that the line fits.
///
/// # Units
/// Plies of the line.
pub fn seventy_five_move_limit(position: &Position, line: &[Move]) -> Option<usize> {
    const LIMIT: u32 = 150;
    let mut position = position.clone();
    for (ply, &step) in line.iter().enumerate() {
        if position.halfmove_clock() >= LIMIT {
            return Some(ply);
        }
        position.play(step);
    }
    None
}

/// A question that keeps its work, so that it can go on where the last budget ended.
///
/// Budgets are totals: to go on, give one that is larger than what was spent.
pub struct Inquiry {
    position: Position,
    root: State,
    by: Color,
    effort: Effort,
    /// Made when it is first needed.
    search: Option<Helpmate>,
    stage: usize,
    answered: Option<CanMate>,
}

impl Inquiry {
    /// Takes up the question whether a colour can mate.
    ///
    /// # Errors
    /// [`OutOfScope`] where legal moves are not defined.
    pub fn new(position: &Position, by: Color) -> Result<Inquiry, OutOfScope> {
        let root = State::of(position)?;
        Ok(Inquiry {
            position: position.clone(),
            root,
            by,
            effort: Effort::default(),
            search: None,
            stage: 0,
            answered: None,
        })
    }

    /// Works until an answer is there or the budget, counted from the first question, is spent.
    pub fn go_on(&mut self, budget: &Budget) -> Answer {
        if self.answered.is_none() {
            self.answered = self
                .ask_board()
                .or_else(|| self.ask_material())
                .or_else(|| self.ask_stages(budget));
        }
        let can_mate = self.answered.clone().unwrap_or(CanMate::Unproven(self.effort));
        Answer { can_mate, effort: self.effort }
    }

    /// The work spent so far.
    pub const fn effort(&self) -> Effort {
        self.effort
    }

    fn ask_board(&mut self) -> Option<CanMate> {
        if self.root.has_legal_step() {
            return None;
        }
        self.effort.decided_by = Some(Layer::Board);
        if self.root.is_check() && self.root.turn() != self.by {
            return Some(CanMate::Yes { helpmate: Vec::new() });
        }
        let proof = NoMateProof::Closed(ClosedSet {
            positions: vec![self.position.clone()],
            leaves: vec![],
        });
        Some(CanMate::No { proof })
    }

    fn ask_material(&mut self) -> Option<CanMate> {
        let bar = material_bar(self.position.board(), self.by)?;
        self.effort.decided_by = Some(Layer::Material);
        Some(CanMate::No { proof: NoMateProof::Material(bar) })
    }

    fn ask_stages(&mut self, budget: &Budget) -> Option<CanMate> {
        while let Some(&stage) = STAGES.get(self.stage) {
            let left = budget.nodes.saturating_sub(self.effort.nodes());
            let (answer, is_cut_short) = match stage {
                Stage::Walk => (self.ask_walk(), false),
                Stage::Dash(from, to) => self.ask_dash(from..to, left),
                Stage::Search(share) => {
                    let done = self.effort.share(Layer::Search);
                    let limit = share.min(done.saturating_add(left));
                    (self.ask_search(limit, budget.table_entries), limit < share)
                }
                Stage::Structure(detail, share) => {
                    (self.ask_structure(detail, share.min(left)), left < share)
                }
            };
            if answer.is_some() || is_cut_short {
                return answer;
            }
            self.stage += 1;
        }
        None
    }

    fn ask_walk(&mut self) -> Option<CanMate> {
        let mut spent = 0;
        let line = walk(&self.root, self.by, &mut spent);
        self.effort.add(Layer::Dash, spent);
        self.effort.decided_by = line.is_some().then_some(Layer::Dash);
        let helpmate = line?.into_iter().map(Step::to_move).collect();
        Some(CanMate::Yes { helpmate })
    }

    /// Runs of the dash; the second part tells whether the budget cut them short.
    fn ask_dash(&mut self, runs: Range<u32>, left: u64) -> (Option<CanMate>, bool) {
        let mut spent = 0;
        for number in runs {
            if spent >= left {
                self.effort.add(Layer::Dash, spent);
                return (None, true);
            }
            if let Some(line) = dash(&self.root, self.by, number, &mut spent) {
                self.effort.add(Layer::Dash, spent);
                self.effort.decided_by = Some(Layer::Dash);
                let helpmate = line.into_iter().map(Step::to_move).collect();
                return (Some(CanMate::Yes { helpmate }), false);
            }
        }
        self.effort.add(Layer::Dash, spent);
        (None, false)
    }

    fn ask_structure(&mut self, detail: Detail, work: u64) -> Option<CanMate> {
        let limits = Limits { work, modes: STRUCTURE_MODES, detail };
        let mut spent = 0;
        let structure = structure::prove(&self.root, self.by, limits, &mut spent);
        self.effort.add(Layer::Structure, spent);
        let proof = NoMateProof::Structure(structure?);
        self.effort.decided_by = Some(Layer::Structure);
        Some(CanMate::No { proof })
    }

    fn ask_search(&mut self, limit: u64, table_entries: usize) -> Option<CanMate> {
        let done = self.effort.share(Layer::Search);
        let order = if limit <= NEAR_NODES { Order::Near } else { Order::Both };
        let mut spent = done;
        let search = self.search.get_or_insert_with(|| Helpmate::new(self.root, self.by));
        let found = search.run(limit, table_entries, order, &mut spent);
        self.effort.add(Layer::Search, spent - done);
        self.effort.table_entries = self.effort.table_entries.max(search.table_entries());
        let answer = match found {
            Found::Mate(line) => {
                CanMate::Yes { helpmate: line.into_iter().map(Step::to_move).collect() }
            }
            Found::Exhausted => CanMate::No { proof: NoMateProof::Closed(self.closed_set()) },
            Found::OutOfBudget => return None,
        };
        self.effort.decided_by = Some(Layer::Search);
        Some(answer)
    }

    /// All that can come, after the search has been exhausted.
    fn closed_set(&self) -> ClosedSet {
        let mut set = ClosedSet { positions: Vec::new(), leaves: Vec::new() };
        let states = self.search.iter().flat_map(Helpmate::states);
        for (state, bar) in states {
            let position = state.to_position(self.position.is_chess960());
            match bar {
                Some(bar) => set.leaves.push((position, NoMateProof::Material(bar))),
                None => set.positions.push(position),
            }
        }
        set
    }
}
