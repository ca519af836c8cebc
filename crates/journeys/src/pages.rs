//! The pages that show something without further ado, by name and path.

/// All of them.
pub const PAGES: [(&str, &str); 14] = [
    ("lobby", "/"),
    ("setup-katarenga", "/play/katarenga"),
    ("setup-horde", "/play/horde"),
    ("analysis", "/analysis/chess"),
    ("analysis-alice", "/analysis/alice"),
    ("quadrants", "/quadrants"),
    ("rules", "/rules"),
    ("rules-alquerque", "/rules/alquerque"),
    ("ranking", "/ranking"),
    ("friends", "/friends"),
    ("settings", "/settings"),
    ("sign-in", "/sign-in"),
    ("register", "/register"),
    ("nowhere", "/nowhere"),
];
