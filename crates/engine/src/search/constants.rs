//! The numbers by which the search decides how deeply to look at what. `cargo xtask tune search` finds out which of them should be
//! larger or smaller in a game.

/// Makes the struct, the usual values, and the list that the tuner goes through: a value and by how much it is varied.
macro_rules! constants {
    ($($(#[doc = $doc:literal])+ $name:ident = $usual:literal ($step:literal)),+ $(,)?) => {
        /// The numbers of a game: `USUAL` ones, or its own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Constants {
            $($(#[doc = $doc])+ pub $name: i32,)+
        }

        impl Constants {
            /// What suits most games.
            pub const USUAL: Self = Self { $($name: $usual,)+ };
            /// The names, and by how much each is varied to see whether that helps.
            pub const STEPS: &[(&str, i32)] = &[$((stringify!($name), $step),)+];

            /// All of them, in the order of `STEPS`.
            pub fn all(&mut self) -> [&mut i32; Self::STEPS.len()] {
                [$(&mut self.$name,)+]
            }
        }
    };
}

constants! {
    /// Half the width of the first window around the last iteration's value.
    window = 16 (6),
    /// A late move that is better by more than this deserves a ply more than others.
    much_better = 40 (20),
    /// One that is better by less than this deserves a ply less.
    hardly_better = 8 (6),
    /// What every late move is reduced by, in 1024 parts of a ply, as are those that follow.
    late = 569 (250),
    /// How much the reduction grows with depth and number.
    later = 1942 (300),
    /// What is spared where the exact value counts.
    principal = 1024 (500),
    /// What is spared where the position is getting better.
    improving = 900 (400),
    /// What is added where the node should fail high.
    cut = 1400 (500),
    /// What is added where the answers to the moves before were mostly good enough.
    refuted = 700 (400),
    /// How much a move's merit spares, or its lack adds.
    merit = 932 (300),
    /// What is spared for moves that win something.
    forcing = 1024 (600),
    /// Quiet moves that are tried at the least, in quarters.
    tried_first = 16 (6),
    /// Those that are tried besides for each square of the depth, in quarters.
    tried_more = 4 (1),
    /// How far looks and gain may stay behind before a late quiet move is left out, in hundredths of the margin.
    behind = 100 (35),
    /// The merit a ply below which it is left out.
    unlucky = 5000 (2000),
    /// What a quiet move may risk, in hundredths of the margin.
    risk = 25 (10),
    /// What a capture may lose, in hundredths of the margin.
    loss = 100 (35),
    /// How far a position must look too good not to be searched, in hundredths of the margin.
    too_good = 100 (25),
    /// How far a position must look too bad, likewise.
    too_bad = 300 (100),
    /// How much worse than good enough, a ply, a position may look in which doing nothing is tried.
    idle = 15 (10),
    /// What doing nothing spares besides a quarter of the depth, in quarters of a ply.
    idle_depth = 16 (4),
    /// So much better than good enough spares a ply more.
    idle_more = 200 (60),
    /// How much more than good enough a forcing move must win to end it, in hundredths of the margin.
    by_force = 200 (60),
    /// How much less than the known move others must be worth, a ply, for it to be the only one, in quarters.
    alone = 8 (4),
    /// How much less than that for two plies more.
    all_alone = 20 (12),
    /// What a forcing move may win at the most beyond what it takes, where only such are looked at, in hundredths of the margin.
    hope = 200 (60),
    /// How fast corrections of looks are learnt.
    correction = 400 (120),
    /// What a move that did well is praised by at the most.
    praise = 1800 (600),
    /// The same for each square of the depth.
    praise_more = 16 (8),
    /// How much too good, a ply, a shallow trial must find a position, in quarters; 0 makes no trials. For games where doing nothing tells
    /// nothing, and looks alone deceive. Where they are made late moves are reduced by little, and single good ones not extended.
    trial = 0 (6),
    /// What of the depth is left to a trial, in hundredths.
    trial_depth = 40 (8),
    /// Where trials are made, quiet moves after so many are reduced by two.
    trial_late = 6 (3),
}

impl Constants {
    /// What a move is praised by that did well at that depth.
    pub fn praise_at(&self, depth: i32) -> i32 {
        (depth * depth * self.praise_more + 64 * depth).min(self.praise)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_varied_stays_above_nothing() {
        let mut constants = Constants::USUAL;
        let values = constants.all().map(|value| *value);
        for (value, (name, step)) in values.into_iter().zip(Constants::STEPS) {
            assert!(*step > 0 && (value == 0 || value > *step), "{name}");
        }
    }
}
