//! Ratings, statistics and the ranking, read straight from the matches: right as soon as a game has ended.
//!
//! Counted are matches that are over with a result, in which the person held one seat only: whoever plays both sides on one
//! screen wins nothing.

use super::Store;
use serde::Serialize;
use utoipa::ToSchema;

/// Up to this deviation a rating is established.
pub const ESTABLISHED: f64 = 110.0;
/// The lines of a page of the ranking.
pub const PAGE: i64 = 50;
/// How many changes of rating a player's page gets.
const HISTORY: i64 = 1000;

/// A rating.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema, sqlx::FromRow)]
pub struct RatingLine {
    /// The game.
    pub game: String,
    /// The speed.
    pub speed: String,
    /// Glicko-2.
    pub rating: f64,
    /// How far off it may be.
    pub deviation: f64,
    /// The rated games behind it.
    pub games: i64,
    /// The place in the ranking, from 1 on; none while the rating is provisional.
    pub rank: Option<i64>,
}

/// A point of the graph.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema, sqlx::FromRow)]
pub struct RatingPoint {
    /// The match that did it.
    pub id: String,
    /// The game.
    pub game: String,
    /// The speed.
    pub speed: String,
    /// The rating afterwards.
    pub rating: f64,
    /// When.
    pub at: i64,
}

/// What somebody did in a game on one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct Tally {
    /// The game.
    pub game: String,
    /// 1 moves first.
    pub side: i64,
    /// 1 against computer players, 0 against people.
    pub computer: i64,
    /// All that count.
    pub games: i64,
    /// Won.
    pub wins: i64,
    /// Drawn.
    pub draws: i64,
    /// Lost.
    pub losses: i64,
    /// From the first move to the last, in milliseconds.
    pub played_ms: i64,
}

/// Games won one after the other against people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct Streaks {
    /// Up to now.
    pub current: i64,
    /// The longest ever.
    pub best: i64,
}

/// A match in a list of somebody's games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct GameLine {
    /// The match.
    pub id: String,
    /// The game.
    pub game: String,
    /// The speed.
    pub speed: String,
    /// Whether it counts for the ratings.
    pub rated: i64,
    /// Who moved first: an id, and a name unless they are gone or a computer.
    pub one: Option<String>,
    /// Their name.
    pub one_name: Option<String>,
    /// Who moved second.
    pub two: Option<String>,
    /// Their name.
    pub two_name: Option<String>,
    /// open, playing or over.
    pub status: String,
    /// Such as `1-0 checkmate`.
    pub result: Option<String>,
    /// 1, 2, or 0 for a draw.
    pub winner: Option<i64>,
    /// How many moves were made.
    pub plies: i64,
    /// When it was arranged.
    pub created: i64,
    /// When it ended.
    pub ended: Option<i64>,
}

/// A line of the ranking.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct RankLine {
    /// From 1 on; none while the rating is provisional.
    pub rank: Option<i64>,
    /// The player.
    pub name: String,
    /// Glicko-2.
    pub rating: f64,
    /// How far off it may be.
    pub deviation: f64,
    /// The rated games behind it.
    pub games: i64,
}

/// The counted games of `$1`, seen from their seat.
const COUNTED: &str = "SELECT id, game, 1 AS side, two AS other, winner, started, ended FROM matches \
     WHERE one = $1 AND status = 'over' AND winner IS NOT NULL AND (two IS NULL OR two <> one) \
     UNION ALL SELECT id, game, 2 AS side, one AS other, winner, started, ended FROM matches \
     WHERE two = $1 AND status = 'over' AND winner IS NOT NULL AND (one IS NULL OR two <> one)";

const GAME: &str = "SELECT m.id AS id, m.game AS game, m.speed AS speed, m.rated AS rated, m.one AS one, a.name AS one_name, \
     m.two AS two, b.name AS two_name, m.status AS status, m.result AS result, m.winner AS winner, m.plies AS plies, \
     m.created AS created, m.ended AS ended \
     FROM matches m LEFT JOIN people a ON a.id = m.one LEFT JOIN people b ON b.id = m.two";

impl Store {
    /// Somebody's ratings.
    pub async fn rating_lines(&self, person: &str) -> Result<Vec<RatingLine>, sqlx::Error> {
        // Before somebody stand those whom the ranking puts there.
        let sql = "SELECT r.game AS game, r.speed AS speed, r.rating AS rating, r.deviation AS deviation, r.games AS games, \
                   CASE WHEN r.deviation <= $2 THEN 1 + (SELECT COUNT(*) FROM ratings o JOIN people q ON q.id = o.person \
                   WHERE o.game = r.game AND o.speed = r.speed AND o.deviation <= $2 AND q.deleted IS NULL AND q.kind = 'account' \
                   AND (o.rating > r.rating OR (o.rating = r.rating AND q.folded < p.folded))) END AS rank \
                   FROM ratings r JOIN people p ON p.id = r.person WHERE r.person = $1 ORDER BY r.games DESC, r.game, r.speed";
        sqlx::query_as(sql).bind(person).bind(ESTABLISHED).fetch_all(&self.read).await
    }

    /// How somebody's ratings went, the latest last.
    pub async fn rating_history(&self, person: &str) -> Result<Vec<RatingPoint>, sqlx::Error> {
        let sql = "SELECT \"match\" AS id, game, speed, \"after\" AS rating, at FROM rating_changes \
                   WHERE person = $1 ORDER BY at DESC, \"match\" DESC LIMIT $2";
        let query = sqlx::query_as(sql).bind(person).bind(HISTORY);
        let mut points: Vec<RatingPoint> = query.fetch_all(&self.read).await?;
        points.reverse();
        Ok(points)
    }

    /// Somebody's results by game, side and kind of opponent.
    pub async fn tallies(&self, person: &str) -> Result<Vec<Tally>, sqlx::Error> {
        let sql = format!(
            "SELECT game, CAST(side AS BIGINT) AS side, CAST(computer AS BIGINT) AS computer, COUNT(*) AS games, \
             CAST(SUM(CASE WHEN winner = side THEN 1 ELSE 0 END) AS BIGINT) AS wins, \
             CAST(SUM(CASE WHEN winner = 0 THEN 1 ELSE 0 END) AS BIGINT) AS draws, \
             CAST(SUM(CASE WHEN winner <> 0 AND winner <> side THEN 1 ELSE 0 END) AS BIGINT) AS losses, \
             CAST(SUM(CASE WHEN started IS NULL OR ended IS NULL OR ended < started THEN 0 ELSE ended - started END) AS BIGINT) AS played_ms \
             FROM (SELECT game, side, winner, started, ended, CASE WHEN other IS NULL THEN 1 ELSE 0 END AS computer \
             FROM ({COUNTED}) AS counted) AS sided GROUP BY game, side, computer ORDER BY game, side, computer"
        );
        sqlx::query_as(&sql).bind(person).fetch_all(&self.read).await
    }

    /// Somebody's games won in a row.
    pub async fn streaks(&self, person: &str) -> Result<Streaks, sqlx::Error> {
        // Games won in a row differ by the same number from their place among all won games.
        let sql = format!(
            "WITH games AS (SELECT CASE WHEN winner = side THEN 1 ELSE 0 END AS won, \
             ROW_NUMBER() OVER (ORDER BY ended, id) AS place FROM ({COUNTED}) AS counted WHERE other IS NOT NULL), \
             ordered AS (SELECT won, place, place - ROW_NUMBER() OVER (PARTITION BY won ORDER BY place) AS run FROM games), \
             runs AS (SELECT COUNT(*) AS length, MAX(place) AS last FROM ordered WHERE won = 1 GROUP BY run) \
             SELECT COALESCE(MAX(length), 0) AS best, \
             COALESCE(MAX(CASE WHEN last = (SELECT MAX(place) FROM games) THEN length ELSE 0 END), 0) AS current FROM runs"
        );
        sqlx::query_as(&sql).bind(person).fetch_one(&self.read).await
    }

    /// Somebody's matches, the latest first, arranged before a time. Private ones are for their players only.
    pub async fn games_of(
        &self,
        person: &str,
        reader: Option<&str>,
        before: Option<i64>,
        limit: i64,
    ) -> Result<Vec<GameLine>, sqlx::Error> {
        let sql = format!(
            "{GAME} WHERE (m.one = $1 OR m.two = $1) AND m.created < $2 AND m.status <> 'open' \
             AND (m.private = 0 OR m.one = $3 OR m.two = $3) ORDER BY m.created DESC, m.id LIMIT $4"
        );
        let query = sqlx::query_as(&sql).bind(person).bind(before.unwrap_or(i64::MAX));
        query.bind(reader.unwrap_or_default()).bind(limit).fetch_all(&self.read).await
    }

    /// A page of the ranking, from 0 on: established ratings by height, then provisional ones.
    pub async fn ranking(
        &self,
        game: &str,
        speed: &str,
        page: i64,
    ) -> Result<Vec<RankLine>, sqlx::Error> {
        let sql = "SELECT p.name, r.rating, r.deviation, r.games FROM ratings r JOIN people p ON p.id = r.person \
                   WHERE r.game = $1 AND r.speed = $2 AND p.deleted IS NULL AND p.kind = 'account' \
                   ORDER BY CASE WHEN r.deviation <= $3 THEN 0 ELSE 1 END, r.rating DESC, p.folded LIMIT $4 OFFSET $5";
        let first = page.clamp(0, 1_000_000) * PAGE;
        let query =
            sqlx::query_as::<_, (Option<String>, f64, f64, i64)>(sql).bind(game).bind(speed);
        let rows = query.bind(ESTABLISHED).bind(PAGE).bind(first).fetch_all(&self.read).await?;
        let line =
            |(rank, (name, rating, deviation, games)): (i64, (Option<String>, f64, f64, i64))| {
                let rank = (deviation <= ESTABLISHED).then_some(rank);
                RankLine { rank, name: name.unwrap_or_default(), rating, deviation, games }
            };
        Ok((first + 1..).zip(rows).map(line).collect())
    }
}
