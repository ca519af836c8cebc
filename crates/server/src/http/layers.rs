//! What holds for every request: time limits, the Origin, headers, the language of errors, counting.

use crate::{ApiError, App, Config};
use axum::{
    extract::{MatchedPath, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use damier_games::text::Language;
use std::{any::Any, sync::Arc, time::Instant};
use tower_http::catch_panic::CatchPanicLayer;

const HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
         img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; \
         form-action 'self'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    ),
];

/// Cuts off whoever sends a body drop by drop.
pub async fn in_time(State(app): State<App>, request: Request, next: Next) -> Response {
    match tokio::time::timeout(app.config.answer_within, next.run(request)).await {
        Ok(response) => response,
        Err(_) => ApiError::TooSlow.into_response(),
    }
}

/// Refuses addresses with a NUL, which no text of ours has and PostgreSQL does not take.
fn is_plain(uri: &Uri) -> bool {
    !uri.path_and_query().is_some_and(|text| text.as_str().contains("%00"))
}

/// Refuses what another site makes a browser send.
pub async fn own_origin(
    State(app): State<App>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    if !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        check_origin(request.headers(), &app.config)?;
    }
    if !is_plain(request.uri()) {
        return Err(ApiError::Malformed);
    }
    Ok(next.run(request).await)
}

/// What changes something, or opens a socket, must come from our own pages, or from a program with an API token.
/// Without an Origin nothing tells a page from a program: only the token does, which no browser sends by itself.
pub fn check_origin(headers: &HeaderMap, config: &Config) -> Result<(), ApiError> {
    let Some(origin) = headers.get(header::ORIGIN) else {
        let by_token = bearer(headers).is_some() && !headers.contains_key(header::COOKIE);
        return if by_token { Ok(()) } else { Err(ApiError::ForeignOrigin) };
    };
    let host = origin.to_str().ok().and_then(|origin| {
        origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))
    });
    let named = |name: &HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let forwarded = HeaderName::from_static("x-forwarded-host");
    let ours = [named(&header::HOST), config.trust_proxy.then(|| named(&forwarded)).flatten()];
    let same = |own: &str| host.is_some_and(|host| host.eq_ignore_ascii_case(own));
    if ours.into_iter().flatten().any(same) { Ok(()) } else { Err(ApiError::ForeignOrigin) }
}

/// The API token of a request.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The language that the client would rather read.
pub fn language(headers: &HeaderMap) -> Language {
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let weigh = |(place, entry): (usize, &str)| {
        let mut parts = entry.split(';').map(str::trim);
        let tag = parts.next()?.to_owned();
        let q =
            parts.find_map(|part| part.strip_prefix("q=")).map_or(Some(1.0), |q| q.parse().ok())?;
        let known = tag.get(..2).is_some_and(|start| {
            start.eq_ignore_ascii_case("fr") || start.eq_ignore_ascii_case("en")
        });
        (known && q > 0.0).then_some((q, place, tag))
    };
    let entries = wanted.unwrap_or_default().split(',').enumerate().filter_map(weigh);
    // The first of those that weigh most.
    let best =
        entries.max_by(|a: &(f32, usize, String), b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
    best.map_or(Language::English, |(_, _, tag)| Language::of_locale(&tag))
}

/// The headers of every answer, errors in the client's language, and one count for each request.
pub async fn dress(request: Request, next: Next) -> Response {
    let language = language(request.headers());
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let start = Instant::now();
    let mut response = next.run(request).await;
    if let Some(error) = response.extensions_mut().remove::<Arc<ApiError>>()
        && language != Language::English
    {
        response = error.response(language);
    }
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    let headers = response.headers_mut();
    // Answers of the API are about one person and now.
    if route.as_deref().is_some_and(|route| route.starts_with("/api/")) {
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    count(&method, route, &response, start);
    response
}

fn count(method: &Method, route: Option<String>, response: &Response, start: Instant) {
    // Paths are not counted one by one: anyone can make up as many as they like.
    let route = route.unwrap_or_else(|| "none".to_owned());
    let status = response.status().as_u16();
    let seconds = start.elapsed().as_secs_f64();
    tracing::debug!(%method, route, status, seconds, "answered");
    let method = match *method {
        Method::GET | Method::HEAD | Method::POST | Method::PUT | Method::DELETE => {
            method.to_string()
        }
        _ => "other".to_owned(),
    };
    metrics::counter!("damier_http_requests_total", "method" => method, "route" => route.clone(), "status" => status.to_string())
        .increment(1);
    metrics::histogram!("damier_http_request_seconds", "route" => route).record(seconds);
}

/// A panic in a handler becomes an answer, and its message a line in the log.
pub fn catch_panics() -> CatchPanicLayer<fn(Box<dyn Any + Send>) -> Response> {
    CatchPanicLayer::custom(
        (|panic| {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
            tracing::error!(panic = text, "a handler panicked");
            ApiError::Internal.into_response()
        }) as fn(Box<dyn Any + Send>) -> Response,
    )
}

/// Whether the client speaks to us, or to the proxy in front, by TLS.
pub fn is_secure(headers: &HeaderMap, config: &Config) -> bool {
    let proto = headers.get("x-forwarded-proto").and_then(|value| value.to_str().ok());
    config.tls.is_some()
        || (config.trust_proxy && proto.is_some_and(|proto| proto.eq_ignore_ascii_case("https")))
}

/// The address that limits are counted by. Behind a proxy it is the last hop that the proxy has seen itself; what stands
/// before it in the header is the client's own claim.
pub fn client_address(parts: &Parts, config: &Config) -> String {
    let forwarded = parts.headers.get_all("x-forwarded-for").iter().next_back();
    let last =
        forwarded.and_then(|value| value.to_str().ok()).and_then(|value| value.rsplit(',').next());
    match last.map(str::trim).filter(|_| config.trust_proxy).and_then(|ip| ip.parse().ok()) {
        Some(ip) => address_key(ip),
        None => {
            let info = parts.extensions.get::<axum::extract::ConnectInfo<std::net::SocketAddr>>();
            info.map_or_else(|| "unknown".to_owned(), |info| address_key(info.0.ip()))
        }
    }
}

/// One subscriber of IPv6 has a whole /64 to choose addresses from.
fn address_key(ip: std::net::IpAddr) -> String {
    match ip.to_canonical() {
        std::net::IpAddr::V4(ip) => ip.to_string(),
        std::net::IpAddr::V6(ip) => {
            let [a, b, c, d, ..] = ip.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}
