//! What each game brings: its evaluation and what the search should know of it.

mod alquerque;
pub mod draughts;

/// A brain that knows nothing but the rules.
macro_rules! plain_brain {
    ($Game:ty) => {
        impl crate::brain::Brain for $Game {
            type Memo = ();
            const STYLE: crate::brain::Style = crate::brain::Style {
                slots: 4096,
                cyclic: true,
                quiescence: false,
                compulsory: false,
                futility_margin: 0,
                reductions: false,
            };
            fn remember(&self, _: &Self::Position) {}
            fn advance(&self, (): &mut (), _: &Self::Position, _: Self::Move, _: &Self::Position) {}
            fn evaluate(&self, _: &Self::Position, (): &()) -> i32 {
                0
            }
            fn gain(&self, _: &Self::Position, _: Self::Move) -> Option<i32> {
                None
            }
            fn slot(&self, _: &Self::Position, mv: Self::Move) -> usize {
                usize::from(crate::search::tag(&mv)) % 4096
            }
        }
    };
}

plain_brain!(damier_games::katarenga::Katarenga);
plain_brain!(damier_games::congress::Congress);
plain_brain!(damier_games::isolation::Isolation);
plain_brain!(damier_games::morpion::Morpion);
plain_brain!(damier_games::chess::Chess);
plain_brain!(damier_games::alice::Alice);
plain_brain!(damier_games::dark::Dark);
plain_brain!(damier_games::horde::Horde);
