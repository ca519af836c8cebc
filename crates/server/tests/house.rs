//! What holds whatever is asked: health, headers, limits, starting and stopping.

#![allow(clippy::unwrap_used, reason = "all of this is a test")]

mod common;

use common::{Answer, House};

on_both! {
    async fn a_server_starts_and_stops(house) {
        let browser = house.browser();
        assert_eq!(browser.get("/healthz").await.text, "ok\n");
        assert_eq!(browser.get("/readyz").await.text, "ready\n");
        let metrics = browser.get("/metrics").await.text;
        assert!(metrics.contains("damier_http_requests_total"), "{metrics}");
        let (url, addr) = (house.url("/healthz"), house.server.addr());
        house.server.stop().await.unwrap();
        assert!(reqwest::get(url).await.is_err(), "{addr} still answers");
    }

    async fn every_answer_has_the_strict_headers(house) {
        for path in ["/healthz", "/api/nothing", "/metrics"] {
            let headers = house.browser().get(path).await.headers;
            let policy = headers["content-security-policy"].to_str().unwrap();
            assert!(policy.starts_with("default-src 'self'; script-src 'self' 'wasm-unsafe-eval';"));
            assert!(policy.contains("frame-ancestors 'none'"));
            assert_eq!(headers["x-content-type-options"], "nosniff");
            assert_eq!(headers["referrer-policy"], "same-origin");
            assert!(headers.contains_key("permissions-policy"));
        }
    }

    async fn errors_speak_the_language_of_the_client(house) {
        for (wanted, expected) in [
            ("fr-FR,fr;q=0.9,en;q=0.8", "il n'y a rien ici"),
            ("en;q=0.5, fr", "il n'y a rien ici"),
            ("de, en;q=0.7, fr;q=0.3", "there is nothing here"),
            ("", "there is nothing here"),
        ] {
            let request = house.browser().request(reqwest::Method::GET, "/api/nothing");
            let answer = Answer::of(request.header("accept-language", wanted).send().await.unwrap()).await;
            assert_eq!(answer.json["error"]["message"], expected, "{wanted}");
        }
    }
}
