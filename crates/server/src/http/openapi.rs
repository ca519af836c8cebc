//! The description of the API, made from the handlers.

use super::{accounts, chat, friends, matches, players, quadrants, sessions};
use utoipa::OpenApi;

/// Everything under `/api`.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Damier",
        description = "Errors are `{\"error\": {\"code\", \"message\"}}`, the message in the language of Accept-Language. \
                       Requests that change something need an Origin equal to the Host, or an API token \
                       (`Authorization: Bearer`) and no cookie. Times are milliseconds since 1970."
    ),
    paths(
        accounts::register,
        accounts::sign_in,
        accounts::sign_out,
        accounts::guest,
        accounts::recover,
        accounts::me,
        accounts::rename,
        accounts::change_password,
        accounts::reset,
        accounts::delete,
        accounts::export,
        sessions::sessions,
        sessions::end_session,
        sessions::end_others,
        sessions::tokens,
        sessions::add_token,
        sessions::revoke_token,
        friends::friends,
        friends::ask,
        friends::accept,
        friends::remove,
        friends::blocks,
        friends::block,
        friends::unblock,
        friends::mutes,
        friends::mute,
        friends::unmute,
        chat::messages,
        chat::report,
        chat::reports,
        chat::resolve,
        chat::silence,
        quadrants::list,
        quadrants::keep,
        quadrants::remove,
        quadrants::import,
        quadrants::export,
        players::player,
        players::games,
        players::ranking,
        matches::create,
        matches::list,
        matches::show,
        matches::withdraw,
        matches::join,
        matches::play,
        matches::action,
        matches::record,
        matches::moment,
        describe,
    )
)]
pub struct Api;

/// This description.
#[utoipa::path(get, path = "/api/openapi.json", responses((status = 200, body = Object)))]
pub async fn describe() -> axum::Json<utoipa::openapi::OpenApi> {
    axum::Json(Api::openapi())
}
