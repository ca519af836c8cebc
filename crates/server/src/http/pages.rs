//! The browser client: its files, and one page for every path that is a page of its own in there.

use crate::{ApiError, App};
use axum::{
    body::Body,
    extract::State,
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::Response,
};
use damier_assets::Asset;
use std::path::{Component, Path};

/// Whatever nothing else answers: a file of the client, or its page.
pub async fn serve(
    State(app): State<App>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let path = uri.path();
    if path.starts_with("/api/") || !matches!(method, Method::GET | Method::HEAD) {
        return Err(ApiError::NotFound);
    }
    // What has a dot in its last part is a file; pages have none.
    let is_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    if let Some(folder) = &app.config.web {
        let path = if is_file { path } else { "/index.html" };
        return from_folder(folder, path).await.ok_or(ApiError::NotFound);
    }
    let asset = match damier_assets::find(path) {
        Some(asset) => asset,
        None if is_file => return Err(ApiError::NotFound),
        None => damier_assets::find("/index.html").ok_or(ApiError::NotFound)?,
    };
    Ok(respond(&asset, &headers))
}

/// A file as it lies on the disk now: whoever works on the client sees it after building that alone.
async fn from_folder(folder: &Path, path: &str) -> Option<Response> {
    let name = Path::new(path.trim_start_matches('/'));
    let inside = name.components().all(|part| matches!(part, Component::Normal(_)));
    let bytes = if inside { tokio::fs::read(folder.join(name)).await.ok()? } else { return None };
    let mut response = Response::new(Body::from(bytes));
    let kind = HeaderValue::from_static(damier_assets::mime(path));
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Some(response)
}

fn respond(asset: &Asset, headers: &HeaderMap) -> Response {
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|etag| etag == asset.etag);
    let accepts = |encoding: &str| {
        let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        accepted.is_some_and(|all| all.split(',').any(|one| one.trim().starts_with(encoding)))
    };
    let packed =
        [("br", asset.brotli), ("gzip", asset.gzip)].into_iter().find_map(|(encoding, bytes)| {
            bytes.filter(|_| accepts(encoding)).map(|bytes| (encoding, bytes))
        });
    let body = match packed {
        _ if known => Body::empty(),
        Some((_, bytes)) => Body::from(bytes),
        None => Body::from(asset.bytes),
    };
    let mut response = Response::new(body);
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let answer = response.headers_mut();
    answer.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.mime));
    answer.insert(header::ETAG, HeaderValue::from_static(asset.etag));
    // A new version must not meet an old file: everything is asked for again, and mostly answered by "not modified".
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some((encoding, _)) = packed.filter(|_| !known) {
        answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}
