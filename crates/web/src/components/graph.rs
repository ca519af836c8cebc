//! The graph of a rating: what it is made of, and the drawing.

use leptos::prelude::*;

/// The drawing's measures, in units of the picture.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 44.0;
const EDGE: f64 = 12.0;

/// A graph, ready to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// The line through all ratings.
    pub line: String,
    /// The last point.
    pub last: (f64, f64),
    /// Heights at which a line is drawn, with their rating.
    pub steps: Vec<(f64, i64)>,
}

/// The graph of ratings in their order; nothing for none.
pub fn graph(ratings: &[i64]) -> Option<Graph> {
    let (low, high) = (*ratings.iter().min()?, *ratings.iter().max()?);
    let step = [25, 50, 100, 200, 500, 1000]
        .into_iter()
        .find(|step| (high - low) / step < 5)
        .unwrap_or(2000);
    let bottom = low.div_euclid(step) * step;
    let top = (high.div_euclid(step) + 1) * step;
    let height =
        |rating: i64| EDGE + (top - rating) as f64 / (top - bottom) as f64 * (HEIGHT - 2.0 * EDGE);
    let space = (WIDTH - LEFT - EDGE) / (ratings.len().max(2) - 1) as f64;
    let place =
        |n: usize| if ratings.len() == 1 { (LEFT + WIDTH) / 2.0 } else { LEFT + n as f64 * space };
    let mut line = String::new();
    for (n, rating) in ratings.iter().enumerate() {
        let letter = if n == 0 { 'M' } else { 'L' };
        line.push_str(&format!("{letter}{:.1} {:.1}", place(n), height(*rating)));
    }
    let last = ratings.len() - 1;
    let steps = (0..=(top - bottom) / step)
        .map(|n| bottom + n * step)
        .map(|rating| (height(rating), rating));
    Some(Graph { line, last: (place(last), height(ratings[last])), steps: steps.collect() })
}

/// The drawing.
#[component]
pub fn RatingGraph(
    /// In their order.
    ratings: Vec<i64>,
    /// What it shows, in words.
    #[prop(into)]
    label: Signal<String>,
) -> impl IntoView {
    let drawn = graph(&ratings)?;
    let steps = drawn.steps.iter().map(|&(y, rating)| {
        view! {
            <path class="grid" d=format!("M{LEFT} {y:.1}H{}", WIDTH - EDGE)/>
            <text x=LEFT - 6.0 y=y + 4.0 text-anchor="end">{rating}</text>
        }
    });
    let ((x, y), steps) = (drawn.last, steps.collect_view());
    Some(view! {
        <svg class="graph" viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label=label>
            {steps}
            <path class="curve" d=drawn.line/>
            <circle cx=x cy=y r="4.5"/>
        </svg>
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ratings_lie_inside_between_round_lines() {
        let drawn = graph(&[1500, 1662, 1588, 1711]).expect("four ratings");
        assert_eq!(drawn.line.matches(['M', 'L']).count(), 4);
        let told: Vec<i64> = drawn.steps.iter().map(|(_, rating)| *rating).collect();
        assert_eq!(told, [1500, 1550, 1600, 1650, 1700, 1750]);
        assert!(drawn.steps.iter().all(|(y, _)| (EDGE..=HEIGHT - EDGE).contains(y)));
        assert!((drawn.last.0 - (WIDTH - EDGE)).abs() < 0.1);
    }

    #[test]
    fn one_rating_and_equal_ones_are_drawn_and_none_are_not() {
        assert_eq!(graph(&[]), None);
        for ratings in [&[1500][..], &[1500, 1500, 1500]] {
            let drawn = graph(ratings).expect("a graph");
            assert!(drawn.last.1.is_finite() && !drawn.line.contains("NaN"));
        }
    }

    #[test]
    fn wild_ratings_get_few_lines() {
        let drawn = graph(&[-3000, 4000]).expect("a graph");
        assert!(drawn.steps.len() < 9, "{:?}", drawn.steps);
    }
}
