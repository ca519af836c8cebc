//! The HTTP side: routes, and what holds for all of them.

mod accounts;
pub mod auth;
mod chat;
pub mod extract;
pub(crate) mod flood;
pub(crate) mod friends;
mod health;
pub mod layers;
mod matches;
mod openapi;
mod pages;
mod players;
mod quadrants;
pub mod routes;
mod sessions;

use crate::{ApiError, App};
use axum::{Router, extract::DefaultBodyLimit, middleware, routing::get};
use routes::Routes;

/// The largest body of a request.
pub const BODY_BYTES: usize = 64 * 1024;

/// Everything that answers over HTTP.
pub fn router(app: App) -> Router {
    Router::new()
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
        .route("/ws", get(crate::ws::upgrade))
        .merge(api().router)
        .fallback(pages::serve)
        .method_not_allowed_fallback(|| async { ApiError::WrongMethod })
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .layer(middleware::from_fn_with_state(app.clone(), layers::in_time))
        .layer(middleware::from_fn_with_state(app.clone(), layers::own_origin))
        .layer(middleware::from_fn_with_state(app.clone(), flood::limit))
        .layer(layers::catch_panics())
        .layer(middleware::from_fn(layers::dress))
        .with_state(app)
}

/// Everything under `/api`.
pub fn api() -> Routes {
    Routes::default()
        .get("/api/openapi.json", openapi::describe)
        .merge(of_people())
        .merge(of_company())
        .merge(of_players())
        .merge(of_matches())
}

fn of_people() -> Routes {
    Routes::default()
        .post("/api/register", accounts::register)
        .post("/api/sign-in", accounts::sign_in)
        .post("/api/sign-out", accounts::sign_out)
        .post("/api/guest", accounts::guest)
        .post("/api/recover", accounts::recover)
        .get("/api/me", accounts::me)
        .put("/api/me", accounts::rename)
        .put("/api/password", accounts::change_password)
        .post("/api/reset", accounts::reset)
        .post("/api/account/delete", accounts::delete)
        .get("/api/account/export", accounts::export)
        .get("/api/sessions", sessions::sessions)
        .delete("/api/sessions/{id}", sessions::end_session)
        .post("/api/sessions/end-others", sessions::end_others)
        .get("/api/tokens", sessions::tokens)
        .post("/api/tokens", sessions::add_token)
        .delete("/api/tokens/{id}", sessions::revoke_token)
}

fn of_company() -> Routes {
    Routes::default()
        .get("/api/friends", friends::friends)
        .put("/api/friends/{who}", friends::ask)
        .delete("/api/friends/{who}", friends::remove)
        .post("/api/friends/{who}/accept", friends::accept)
        .get("/api/blocks", friends::blocks)
        .put("/api/blocks/{who}", friends::block)
        .delete("/api/blocks/{who}", friends::unblock)
        .get("/api/mutes", friends::mutes)
        .put("/api/mutes/{who}", friends::mute)
        .delete("/api/mutes/{who}", friends::unmute)
        .get("/api/chat/{room}", chat::messages)
        .post("/api/reports", chat::report)
        .get("/api/admin/reports", chat::reports)
        .post("/api/admin/reports/{id}/resolve", chat::resolve)
        .post("/api/admin/silence", chat::silence)
}

fn of_players() -> Routes {
    Routes::default()
        .get("/api/players/{who}", players::player)
        .get("/api/players/{who}/games", players::games)
        .get("/api/ranking", players::ranking)
        .get("/api/quadrants", quadrants::list)
        .put("/api/quadrants/{name}", quadrants::keep)
        .delete("/api/quadrants/{name}", quadrants::remove)
        .get("/api/quadrants-file", quadrants::export)
        .post("/api/quadrants-file", quadrants::import)
}

fn of_matches() -> Routes {
    Routes::default()
        .get("/api/matches", matches::list)
        .post("/api/matches", matches::create)
        .get("/api/matches/{id}", matches::show)
        .delete("/api/matches/{id}", matches::withdraw)
        .post("/api/matches/{id}/join", matches::join)
        .post("/api/matches/{id}/moves", matches::play)
        .post("/api/matches/{id}/actions", matches::action)
        .get("/api/matches/{id}/record", matches::record)
        .get("/api/matches/{id}/moments/{ply}", matches::moment)
}

#[cfg(test)]
mod tests {
    use super::*;
    use utoipa::OpenApi;

    #[test]
    fn the_description_names_every_route_and_no_other() {
        let described = serde_json::to_value(openapi::Api::openapi()).unwrap();
        let paths = described["paths"].as_object().unwrap();
        let mut told: Vec<(String, String)> = Vec::new();
        for (path, methods) in paths {
            let names = methods.as_object().unwrap().keys();
            told.extend(names.map(|method| (method.clone(), path.clone())));
        }
        let list = api().list.into_iter();
        let mut routes: Vec<(String, String)> = list.map(|(a, b)| (a.into(), b.into())).collect();
        told.sort();
        routes.sort();
        assert_eq!(told, routes);
    }
}
