//! Matches over HTTP: begin, join, look, move, export.

use super::{
    auth::Visitor,
    extract::{Json, Path, Query},
};
use crate::{
    ApiError, App,
    live::{self, LiveError, NewGame, Opponent, Side, new_name, terms},
    store::{
        matches::{self, MatchRow},
        people::Kind,
        throttle::Limit,
        tokens::Scope,
    },
};
use axum::{
    extract::State,
    http::{StatusCode, header},
    response::IntoResponse,
};
use damier_contest::{Command, Millis, TimeControl};
use damier_games::{GameKey, Player, options::Options};
use damier_protocol::{Action, MatchState, Seat, Status};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// How often somebody may ask others by name: enough for a whole class, too slow to be a nuisance.
const CHALLENGES: Limit = Limit::new(30, 30_000);

/// Whom to play.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Against {
    Computer,
    SameScreen,
    Friend,
    Anyone,
}

/// Which side to play.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum WantedSide {
    First,
    Second,
    #[default]
    Random,
}

/// A match to begin.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMatchBody {
    /// The game's key.
    #[schema(value_type = String, example = "katarenga")]
    pub game: GameKey,
    /// Its options by key.
    #[serde(default)]
    #[schema(value_type = std::collections::BTreeMap<String, String>)]
    pub options: Options,
    /// A position to begin with.
    #[serde(default)]
    pub position: Option<String>,
    /// Whom to play.
    pub opponent: Against,
    /// The computer's level, 1 to 8.
    #[serde(default)]
    pub level: Option<u8>,
    /// A friend to ask, by name.
    #[serde(default)]
    pub to: Option<String>,
    /// Which side to play.
    #[serde(default)]
    pub side: WantedSide,
    /// `"none"`, `{"clock": {"base": 300, "increment": 3}}`, `{"per-turn": {"seconds": 30}}` or `{"days": {"days": 2}}`.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub time: TimeControl,
    /// Whether it counts for the ratings.
    #[serde(default)]
    pub rated: bool,
    /// Whether only the players may watch.
    #[serde(default)]
    pub private: bool,
    /// Whether the players choose quadrants first.
    #[serde(default)]
    pub choosing: bool,
}

/// A match that was begun.
#[derive(Debug, Serialize, ToSchema)]
pub struct Begun {
    /// Its name.
    pub id: String,
    /// The short code by which a friend joins, if it waits for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

/// A match in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchLine {
    /// Its name.
    pub id: String,
    /// The game's key.
    #[schema(value_type = String)]
    pub game: GameKey,
    /// Its options.
    #[schema(value_type = std::collections::BTreeMap<String, String>)]
    pub options: Options,
    /// The time.
    #[schema(value_type = Object)]
    pub time: TimeControl,
    /// Whether it counts.
    pub rated: bool,
    /// Whether the players choose the quadrants of the board, each their half.
    pub choosing: bool,
    /// How far it is.
    pub status: Status,
    /// Who plays; `null` where nobody sits.
    #[schema(value_type = Vec<Option<Seat>>)]
    pub seats: [Option<Seat>; 2],
    /// Whose turn it is, in a list of one's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub turn: Option<Player>,
    /// How it ended.
    pub result: Option<String>,
    /// When it was begun, in milliseconds since 1970.
    pub created: i64,
}

/// Begin a match.
#[utoipa::path(post, path = "/api/matches", request_body = NewMatchBody, tag = "matches",
    responses((status = 201, body = Begun), (status = 400, description = "the terms do not go together"),
        (status = 422, description = "asked oneself"), (status = 429, description = "asked too many")))]
pub async fn create(
    State(app): State<App>,
    visitor: Visitor,
    Json(body): Json<NewMatchBody>,
) -> Result<impl IntoResponse, ApiError> {
    visitor.require(Scope::Play)?;
    if body.rated && visitor.person.kind == Kind::Guest {
        return Err(ApiError::AccountsOnly);
    }
    let opponent = match body.opponent {
        Against::Computer => Opponent::Computer(body.level.unwrap_or(3)),
        Against::SameScreen => Opponent::OneScreen,
        Against::Anyone => Opponent::Anyone,
        Against::Friend => Opponent::Friend { to: invited(&app, &visitor, body.to).await? },
    };
    let side = match body.side {
        WantedSide::First => Side::First,
        WantedSide::Second => Side::Second,
        WantedSide::Random => Side::Random,
    };
    let new = NewGame {
        game: body.game,
        options: body.options,
        position: body.position,
        opponent,
        side,
        time: body.time,
        rated: body.rated,
        private: body.private,
        choosing: body.choosing,
    };
    let (id, code) = app.live.create(&visitor.person.id, new).await?;
    Ok((StatusCode::CREATED, Json(Begun { id, code })))
}

/// The friend who is asked, and by whom.
async fn invited(
    app: &App,
    visitor: &Visitor,
    name: Option<String>,
) -> Result<Option<(String, String)>, ApiError> {
    let Some(name) = name else { return Ok(None) };
    let friend = app.store.find(&name).await?;
    if friend.id == visitor.person.id {
        return Err(ApiError::Yourself);
    }
    if app.store.blocked(&visitor.person.id, &friend.id).await? {
        return Err(ApiError::Blocked);
    }
    app.store.throttle(&format!("challenge:{}", visitor.person.id), CHALLENGES, app.now()).await?;
    Ok(Some((friend.id, visitor.person.name.clone())))
}

/// Which matches to list.
#[derive(Debug, Deserialize, IntoParams)]
pub struct Which {
    /// `open`, `playing` or `over`; else one's own unfinished ones, and those to which a friend asks one.
    pub status: Option<String>,
}

/// List public matches of a status, or one's own unfinished ones and those to which a friend asks one.
#[utoipa::path(get, path = "/api/matches", params(Which), tag = "matches", responses((status = 200, body = Vec<MatchLine>)))]
pub async fn list(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Query(which): Query<Which>,
) -> Result<Json<Vec<MatchLine>>, ApiError> {
    let rows = match (which.status.as_deref(), &visitor) {
        (Some(status @ ("open" | "playing" | "over")), _) => {
            matches::list(&app.store.read, status, 100, app.now().0).await?
        }
        (Some(_), _) => return Err(ApiError::Malformed),
        (None, Some(visitor)) => return own(&app, &visitor.person.id).await.map(Json),
        (None, None) => return Err(ApiError::SignInNeeded),
    };
    let mut lines = Vec::with_capacity(rows.len());
    for row in rows {
        lines.push(line(&app, row).await?);
    }
    Ok(Json(lines))
}

/// What waits for somebody: their matches with whose turn it is, and what friends ask them for.
async fn own(app: &App, person: &str) -> Result<Vec<MatchLine>, ApiError> {
    let mut rows = matches::unfinished(&app.store.read, person).await?;
    rows.extend(matches::invitations(&app.store.read, person).await?);
    let mut lines = Vec::with_capacity(rows.len());
    for row in rows {
        let mut line = line(app, row).await?;
        if line.status == Status::Playing {
            line.turn = app.live.turn(&line.id).await?;
        }
        lines.push(line);
    }
    Ok(lines)
}

async fn line(app: &App, row: MatchRow) -> Result<MatchLine, ApiError> {
    let terms = terms(&row)?;
    let mut seats = [None, None];
    for side in Player::BOTH {
        seats[side.index()] = live::seat(&app.store.read, &row, &terms, side).await?;
    }
    Ok(MatchLine {
        id: row.id,
        game: terms.game,
        options: terms.options,
        time: terms.time,
        rated: terms.rated,
        choosing: terms.choosing,
        status: match row.status.as_str() {
            "open" => Status::Open,
            "playing" => Status::Playing,
            _ => Status::Over,
        },
        seats,
        turn: None,
        result: row.result,
        created: row.created,
    })
}

/// A match as the one who asks may see it.
#[utoipa::path(get, path = "/api/matches/{id}", tag = "matches", params(("id" = String, Path, description = "the match")),
    responses((status = 200, description = "as the message `match` of the WebSocket, see docs/protocol.md"), (status = 404)))]
pub async fn show(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(id): Path<String>,
) -> Result<Json<MatchState>, ApiError> {
    let person = visitor.as_ref().map(|visitor| visitor.person.id.as_str());
    let state = match app.live.show(&id, person).await {
        Err(LiveError::Open) => app.live.open_state(&id, person).await?,
        other => other?,
    };
    Ok(Json(state))
}

/// The match as its players write it down: PGN, PDN or our own text.
#[utoipa::path(get, path = "/api/matches/{id}/record", tag = "matches", params(("id" = String, Path, description = "the match")),
    responses((status = 200, content_type = "text/plain", body = String), (status = 404)))]
pub async fn record(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, ApiError> {
    let person = visitor.as_ref().map(|visitor| visitor.person.id.as_str());
    let text = app.live.record(&id, person).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text))
}

/// A past moment of a match as the one who asks may see it.
#[utoipa::path(get, path = "/api/matches/{id}/moments/{ply}", tag = "matches",
    params(("id" = String, Path, description = "the match"), ("ply" = usize, Path, description = "after so many moves")),
    responses((status = 200, description = "board, pieces, marks and moves at that moment"), (status = 404)))]
pub async fn moment(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path((id, ply)): Path<(String, usize)>,
) -> Result<Json<serde_json::Value>, ApiError> {
    let person = visitor.as_ref().map(|visitor| visitor.person.id.as_str());
    app.live.moment(&id, person, ply).await?.map(Json).ok_or(ApiError::NotFound)
}

/// Sit down at a match that waits, named by its id or its short code.
#[utoipa::path(post, path = "/api/matches/{id}/join", tag = "matches", params(("id" = String, Path, description = "the match or its code")),
    responses((status = 200, body = Begun), (status = 404), (status = 409, description = "somebody else sits there")))]
pub async fn join(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Begun>, ApiError> {
    visitor.require(Scope::Play)?;
    let row = app.live.named(&id).await?;
    if terms(&row)?.rated && visitor.person.kind == Kind::Guest {
        return Err(ApiError::AccountsOnly);
    }
    for host in row.people.iter().flatten() {
        if app.store.blocked(&visitor.person.id, host).await? {
            return Err(ApiError::Blocked);
        }
    }
    let id = app.live.join(&visitor.person.id, &row.id).await?;
    Ok(Json(Begun { id, code: None }))
}

/// Take an open match back, or decline an invitation.
#[utoipa::path(delete, path = "/api/matches/{id}", tag = "matches", params(("id" = String, Path, description = "the match")),
    responses((status = 204), (status = 404), (status = 409, description = "it has begun")))]
pub async fn withdraw(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    visitor.require(Scope::Play)?;
    app.live.withdraw(&visitor.person.id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A move.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveBody {
    /// How many moves the player has seen.
    pub ply: usize,
    /// Names this attempt: sent again it is not played twice.
    pub id: u64,
    /// The move as text.
    #[serde(rename = "move")]
    pub text: String,
}

/// Play a move. Programs that play much do better with the WebSocket.
#[utoipa::path(post, path = "/api/matches/{id}/moves", tag = "matches", request_body = MoveBody,
    params(("id" = String, Path, description = "the match")),
    responses((status = 204), (status = 409, description = "refused; nothing has changed")))]
pub async fn play(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Json(body): Json<MoveBody>,
) -> Result<StatusCode, ApiError> {
    visitor.require(Scope::Play)?;
    let command = move |by: Player| Command::Play {
        by,
        ply: body.ply,
        id: body.id,
        text: body.text,
        // Nobody has measured this line.
        lag: Millis(0),
    };
    act(&app, &visitor, &id, None, command).await
}

/// Anything else that a player can do.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ActionBody {
    /// `resign`, `offer-draw`, ... as in docs/protocol.md.
    #[schema(value_type = String)]
    pub action: Action,
    /// For which side, where one person holds both.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub side: Option<Player>,
}

/// Resign, offer a draw, ask for a takeback and so on.
#[utoipa::path(post, path = "/api/matches/{id}/actions", tag = "matches", request_body = ActionBody,
    params(("id" = String, Path, description = "the match")),
    responses((status = 204), (status = 409, description = "refused; nothing has changed")))]
pub async fn action(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Json(body): Json<ActionBody>,
) -> Result<StatusCode, ApiError> {
    visitor.require(Scope::Play)?;
    let command = move |by| crate::live::command(body.action, by, new_name());
    act(&app, &visitor, &id, body.side, command).await
}

async fn act(
    app: &App,
    visitor: &Visitor,
    id: &str,
    side: Option<Player>,
    command: impl FnOnce(Player) -> Command + Send + 'static,
) -> Result<StatusCode, ApiError> {
    use damier_contest::Refusal;
    let (live, id, person) = (app.live.clone(), id.to_owned(), visitor.person.id.clone());
    // A client that hangs up must not stop a decision between storing and telling.
    let acting = tokio::spawn(async move { live.act(&id, &person, side, command).await });
    match acting.await.map_err(|_| ApiError::Internal)? {
        Ok(()) | Err(LiveError::Refused(Refusal::Done)) => Ok(StatusCode::NO_CONTENT),
        Err(error) => Err(error.into()),
    }
}
