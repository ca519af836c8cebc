//! The browser client: its files, and one page for every path that is a page of its own in there.

use crate::ApiError;
use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::Response,
};
use damier_assets::Asset;

/// Whatever nothing else answers: a file of the client, or its page.
pub async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Result<Response, ApiError> {
    let path = uri.path();
    if path.starts_with("/api/") || !matches!(method, Method::GET | Method::HEAD) {
        return Err(ApiError::NotFound);
    }
    // What has a dot in its last part is a file; pages have none.
    let is_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    let asset = match damier_assets::find(path) {
        Some(asset) => asset,
        None if is_file => return Err(ApiError::NotFound),
        None => damier_assets::find("/index.html").ok_or(ApiError::NotFound)?,
    };
    Ok(respond(&asset, &headers))
}

fn respond(asset: &Asset, headers: &HeaderMap) -> Response {
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|etag| etag == asset.etag);
    let packed = headers
        .get(header::ACCEPT_ENCODING)
        .and_then(|accepted| accepted.to_str().ok())
        .is_some_and(|accepted| accepted.split(',').any(|one| one.trim().starts_with("gzip")));
    let gzip = asset.gzip.filter(|_| packed);
    let body = if known { Body::empty() } else { Body::from(gzip.unwrap_or(asset.bytes)) };
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
    if gzip.is_some() && !known {
        answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}
