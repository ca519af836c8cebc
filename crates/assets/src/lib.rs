//! The files of the browser client inside the binary. Built without them, one page says how to build them.

/// A file as it is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asset {
    /// What it holds.
    pub bytes: &'static [u8],
    /// For the `Content-Type` header.
    pub mime: &'static str,
    /// The same, packed, where that is smaller.
    pub gzip: Option<&'static [u8]>,
    /// The same, packed tighter, for browsers that read it.
    pub brotli: Option<&'static [u8]>,
    /// For the `ETag` header, with its quotes.
    pub etag: &'static str,
}

const FILES: &[(&str, Asset)] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

const ABSENT: Asset = Asset {
    bytes: include_bytes!("absent.html"),
    mime: mime("index.html"),
    gzip: None,
    brotli: None,
    etag: "\"absent\"",
};

/// The file at a path such as `/damier_web.js`; the slash in front may be left out. Paths of pages are the caller's business:
/// they all lead to `index.html`.
pub fn find(path: &str) -> Option<Asset> {
    let name = path.strip_prefix('/').unwrap_or(path);
    let name = if name.is_empty() { "index.html" } else { name };
    let found = FILES.binary_search_by(|(other, _)| (*other).cmp(name)).ok();
    let found = found.map(|place| FILES[place].1);
    found.or_else(|| (FILES.is_empty() && name == "index.html").then_some(ABSENT))
}

/// Whether the client itself is here, not only the page that says it is not.
pub const fn complete() -> bool {
    !FILES.is_empty()
}

/// The kind of a file, for the `Content-Type` header, by the end of its name.
pub const fn mime(name: &str) -> &'static str {
    let known: &[(&str, &str)] = &[
        (".html", "text/html; charset=utf-8"),
        (".css", "text/css; charset=utf-8"),
        (".js", "text/javascript; charset=utf-8"),
        (".wasm", "application/wasm"),
        (".svg", "image/svg+xml"),
        (".png", "image/png"),
        (".webmanifest", "application/manifest+json"),
        (".txt", "text/plain; charset=utf-8"),
    ];
    let mut n = 0;
    while n < known.len() {
        if ends_with(name.as_bytes(), known[n].0.as_bytes()) {
            return known[n].1;
        }
        n += 1;
    }
    "application/octet-stream"
}

/// `str::ends_with` is not for constants yet.
const fn ends_with(text: &[u8], end: &[u8]) -> bool {
    let mut n = 0;
    while n < end.len() {
        if n >= text.len() || text[text.len() - 1 - n] != end[end.len() - 1 - n] {
            return false;
        }
        n += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_always_a_first_page_and_never_a_way_out() {
        let page = find("/").expect("the first page");
        assert_eq!(page.mime, "text/html; charset=utf-8");
        assert_eq!(find("index.html"), Some(page));
        for wrong in ["/../Cargo.toml", "/nowhere.js", "//index.html"] {
            assert_eq!(find(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn kinds_go_by_the_end_of_the_name() {
        assert_eq!(mime("damier_web_bg.wasm"), "application/wasm");
        assert_eq!(mime("js"), "application/octet-stream");
    }
}
