//! Own quadrants of an account, and the original program's file of them.

use super::{
    auth::Visitor,
    extract::{Json, Path},
};
use crate::{ApiError, App, store::tokens::Scope};
use axum::{
    body::Bytes,
    extract::{State, rejection::StringRejection},
    http::{StatusCode, header},
    response::IntoResponse,
};
use damier_games::mosaic::QuadrantSet;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// A quadrant.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct Drawn {
    /// Rows from the top: 1 yellow, 2 green, 3 blue, 4 red.
    grid: Vec<Vec<u8>>,
}

/// A quadrant with its name.
#[derive(Serialize, ToSchema)]
pub struct OwnQuadrant {
    name: String,
    /// Rows from the top: 1 yellow, 2 green, 3 blue, 4 red.
    grid: Vec<Vec<u64>>,
}

fn shown(set: &QuadrantSet) -> Vec<OwnQuadrant> {
    let rows = |quadrant: &damier_games::mosaic::Quadrant| {
        quadrant.0.iter().map(|row| row.iter().map(|colour| colour.number()).collect()).collect()
    };
    let own = set.all().iter();
    own.map(|named| OwnQuadrant { name: named.id.clone(), grid: rows(&named.quadrant) }).collect()
}

/// My quadrants.
#[utoipa::path(get, path = "/api/quadrants", responses((status = 200, body = [OwnQuadrant])))]
pub async fn list(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Vec<OwnQuadrant>>, ApiError> {
    visitor.account(Scope::Read)?;
    Ok(Json(shown(&app.store.quadrants(&visitor.person.id).await?)))
}

/// Keeps a quadrant under a name, in place of the one that had it.
#[utoipa::path(put, path = "/api/quadrants/{name}", params(("name" = String, Path)), request_body = Drawn, responses(
    (status = 204), (status = 409, description = "too-many-things"), (status = 422, description = "quadrant, quadrant-name")))]
pub async fn keep(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
    Json(drawn): Json<Drawn>,
) -> Result<StatusCode, ApiError> {
    visitor.account(Scope::Account)?;
    // The rules say what a quadrant is; they read it in the form of the file.
    let set = QuadrantSet::read(&json!({ name: drawn }).to_string())?;
    app.store.keep_quadrants(&visitor.person.id, set.all()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Throws a quadrant away.
#[utoipa::path(delete, path = "/api/quadrants/{name}", params(("name" = String, Path)), responses((status = 204), (status = 404)))]
pub async fn remove(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<StatusCode, ApiError> {
    visitor.account(Scope::Account)?;
    let was = app.store.drop_quadrant(&visitor.person.id, &name).await?;
    if was { Ok(StatusCode::NO_CONTENT) } else { Err(ApiError::NotFound) }
}

/// Reads `quadrants.json` of the original program: its quadrants join mine, all or none.
#[utoipa::path(post, path = "/api/quadrants-file", request_body(content = String, content_type = "application/json"), responses(
    (status = 200, body = [OwnQuadrant]), (status = 409, description = "too-many-things"), (status = 422, description = "quadrant, quadrant-name")))]
pub async fn import(
    State(app): State<App>,
    visitor: Visitor,
    body: Result<String, StringRejection>,
) -> Result<Json<Vec<OwnQuadrant>>, ApiError> {
    visitor.account(Scope::Account)?;
    let set = QuadrantSet::read(&body?)?;
    app.store.keep_quadrants(&visitor.person.id, set.all()).await?;
    Ok(Json(shown(&app.store.quadrants(&visitor.person.id).await?)))
}

/// My quadrants as `quadrants.json` of the original program.
#[utoipa::path(get, path = "/api/quadrants-file", responses((status = 200, content_type = "application/json", body = String)))]
pub async fn export(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<impl IntoResponse, ApiError> {
    visitor.account(Scope::Read)?;
    let text = app.store.quadrants(&visitor.person.id).await?.write();
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"quadrants.json\""),
    ];
    Ok((headers, Bytes::from(text)))
}
