//! Wins, draws and losses, and what they say about strength.

use std::fmt;

/// From the point of view of A.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

impl Tally {
    fn games(&self) -> f64 {
        f64::from(self.wins + self.draws + self.losses)
    }

    /// Points a game.
    pub fn score(&self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / self.games().max(1.0)
    }

    /// The 95 % interval of the points a game, from the spread of the results.
    pub fn interval(&self) -> (f64, f64) {
        let (score, games) = (self.score(), self.games().max(1.0));
        let spread = |points: f64, count: u32| f64::from(count) * (points - score).powi(2);
        let variance =
            (spread(1.0, self.wins) + spread(0.5, self.draws) + spread(0.0, self.losses)) / games;
        let margin = 1.96 * (variance / games).sqrt();
        ((score - margin).max(0.0), (score + margin).min(1.0))
    }
}

/// The difference in Elo that a score means; infinite for all or nothing.
pub fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.interval();
        let score = self.score();
        write!(
            f,
            "+{} ={} -{}, {:.1} %, Elo {:+.0} [{:+.0}, {:+.0}]",
            self.wins,
            self.draws,
            self.losses,
            100.0 * score,
            elo(score),
            elo(low),
            elo(high)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_scores_are_no_difference_and_the_interval_holds_the_score() {
        let even = Tally { wins: 10, draws: 20, losses: 10 };
        assert!(elo(even.score()).abs() < 1e-9);
        let (low, high) = even.interval();
        assert!(low < 0.5 && high > 0.5 && (low + high - 1.0).abs() < 1e-9);
        assert!((elo(0.75) - 190.8).abs() < 0.1);
    }
}
