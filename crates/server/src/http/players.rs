//! Pages about players, and the ranking. Anyone may read them.

use super::{
    auth::Visitor,
    extract::{Json, Path, Query},
};
use crate::{
    ApiError, App,
    store::{
        people::Kind,
        players::{GameLine, RankLine, RatingLine, RatingPoint, Streaks, Tally},
    },
};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The games of a page.
const PAGE: i64 = 50;

/// A player's page.
#[derive(Serialize, ToSchema)]
pub struct Player {
    id: String,
    name: String,
    kind: Kind,
    online: bool,
    /// The match that they play, if it is not private.
    playing: Option<String>,
    ratings: Vec<RatingLine>,
    /// All of it together.
    total: Total,
    /// By game, side and kind of opponent.
    tallies: Vec<Tally>,
    streaks: Streaks,
    /// The latest last.
    history: Vec<RatingPoint>,
}

/// All games together.
#[derive(Default, Serialize, ToSchema)]
pub struct Total {
    games: i64,
    wins: i64,
    draws: i64,
    losses: i64,
    played_ms: i64,
}

/// Which page of games.
#[derive(Deserialize, IntoParams)]
pub struct Before {
    /// Only games arranged before this time.
    before: Option<i64>,
}

/// Which ranking.
#[derive(Deserialize, IntoParams)]
pub struct Ranking {
    /// Such as `chess`.
    game: String,
    /// Such as `blitz`.
    speed: String,
    /// From 0 on.
    #[serde(default)]
    page: i64,
}

/// A player: ratings, statistics, streaks, the graph. `{who}` is an account's name, or `@` and an id.
#[utoipa::path(get, path = "/api/players/{who}", params(("who" = String, Path)), responses((status = 200, body = Player), (status = 404)))]
pub async fn player(
    State(app): State<App>,
    Path(who): Path<String>,
) -> Result<Json<Player>, ApiError> {
    let person = app.store.find(&who).await?;
    let ids = [person.id.clone()];
    let tallies = app.store.tallies(&person.id).await?;
    let total = tallies.iter().fold(Total::default(), |sum, tally| Total {
        games: sum.games + tally.games,
        wins: sum.wins + tally.wins,
        draws: sum.draws + tally.draws,
        losses: sum.losses + tally.losses,
        played_ms: sum.played_ms + tally.played_ms,
    });
    Ok(Json(Player {
        online: !app.store.online(&ids, app.now()).await?.is_empty(),
        playing: app.store.playing(&ids).await?.remove(&person.id),
        ratings: app.store.rating_lines(&person.id).await?,
        streaks: app.store.streaks(&person.id).await?,
        history: app.store.rating_history(&person.id).await?,
        id: person.id,
        name: person.name,
        kind: person.kind,
        total,
        tallies,
    }))
}

/// A player's games, the latest first.
#[utoipa::path(get, path = "/api/players/{who}/games", params(("who" = String, Path), Before), responses((status = 200, body = [GameLine]), (status = 404)))]
pub async fn games(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(who): Path<String>,
    Query(page): Query<Before>,
) -> Result<Json<Vec<GameLine>>, ApiError> {
    let person = app.store.find(&who).await?;
    let reader = visitor.as_ref().map(|visitor| visitor.person.id.as_str());
    Ok(Json(app.store.games_of(&person.id, reader, page.before, PAGE).await?))
}

/// The ranking of a game and a speed: established ratings first, provisional ones after them.
#[utoipa::path(get, path = "/api/ranking", params(Ranking), responses((status = 200, body = [RankLine])))]
pub async fn ranking(
    State(app): State<App>,
    Query(wanted): Query<Ranking>,
) -> Result<Json<Vec<RankLine>>, ApiError> {
    Ok(Json(app.store.ranking(&wanted.game, &wanted.speed, wanted.page).await?))
}
