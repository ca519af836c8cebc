//! Ratings: Glicko-2, one for each game and speed, changed in the transaction that stores the result.

use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2},
};
use sqlx::{AnyConnection, AnyPool, Row};

/// A match that changes ratings.
#[derive(Clone, Debug)]
pub struct Rated {
    /// The people, first side first.
    pub people: [String; 2],
    /// The game's key.
    pub game: String,
    /// The speed's key.
    pub speed: String,
    /// 1 or 2, 0 for a draw.
    pub winner: i64,
}

/// What a match did to one rating, rounded as people see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingChange {
    /// Before it.
    pub before: i32,
    /// After it.
    pub after: i32,
}

/// Changes both ratings.
pub async fn update(
    tx: &mut AnyConnection,
    id: &str,
    rated: &Rated,
    at: i64,
) -> sqlx::Result<[RatingChange; 2]> {
    let [one, two] = &rated.people;
    let before = [
        load(tx, one, &rated.game, &rated.speed).await?,
        load(tx, two, &rated.game, &rated.speed).await?,
    ];
    let outcome = match rated.winner {
        1 => Outcomes::WIN,
        2 => Outcomes::LOSS,
        _ => Outcomes::DRAW,
    };
    let (first, second) = glicko2(&before[0].0, &before[1].0, &outcome, &Glicko2Config::new());
    let after = [first, second];
    for n in 0..2 {
        let (person, (old, games), new) = (&rated.people[n], before[n], after[n]);
        sqlx::query(
            "INSERT INTO ratings (person, game, speed, rating, deviation, volatility, games, at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
             ON CONFLICT (person, game, speed) DO UPDATE SET rating = excluded.rating, \
             deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games, at = excluded.at",
        )
        .bind(person)
        .bind(&rated.game)
        .bind(&rated.speed)
        .bind(new.rating)
        .bind(new.deviation)
        .bind(new.volatility)
        .bind(games + 1)
        .bind(at)
        .execute(&mut *tx)
        .await?;
        sqlx::query(
            "INSERT INTO rating_changes (match, person, game, speed, before, after, at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(id)
        .bind(person)
        .bind(&rated.game)
        .bind(&rated.speed)
        .bind(old.rating)
        .bind(new.rating)
        .bind(at)
        .execute(&mut *tx)
        .await?;
    }
    Ok([0, 1].map(|n| RatingChange {
        before: before[n].0.rating.round() as i32,
        after: after[n].rating.round() as i32,
    }))
}

async fn load(
    tx: &mut AnyConnection,
    person: &str,
    game: &str,
    speed: &str,
) -> sqlx::Result<(Glicko2Rating, i64)> {
    let row = sqlx::query(
        "SELECT rating, deviation, volatility, games FROM ratings WHERE person = $1 AND game = $2 AND speed = $3",
    )
    .bind(person)
    .bind(game)
    .bind(speed)
    .fetch_optional(&mut *tx)
    .await?;
    let Some(row) = row else { return Ok((Glicko2Rating::new(), 0)) };
    let rating = Glicko2Rating {
        rating: row.try_get(0)?,
        deviation: row.try_get(1)?,
        volatility: row.try_get(2)?,
    };
    Ok((rating, row.try_get(3)?))
}

/// What somebody is rated; newcomers are in the middle.
pub async fn rating(pool: &AnyPool, person: &str, game: &str, speed: &str) -> sqlx::Result<f64> {
    let row =
        sqlx::query("SELECT rating FROM ratings WHERE person = $1 AND game = $2 AND speed = $3")
            .bind(person)
            .bind(game)
            .bind(speed)
            .fetch_optional(pool)
            .await?;
    row.map_or(Ok(Glicko2Rating::new().rating), |row| row.try_get(0))
}
