//! Our own line icons, in a box of 24 by 24.

use leptos::prelude::*;

const ICONS: &[(&str, &str)] = &[
    ("grid", "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z"),
    ("book", "M4 5c3-1.500 6-1 8 1c2-2 5-2.500 8-1v14c-3-1.500-6-1-8 1c-2-2-5-2.500-8-1zM12 6v14"),
    ("chart", "M4 20V4M4 20h16M8 16l4-5l3 3l5-7"),
    (
        "brush",
        "M19 4c1.500 1 1.500 2 1 3l-8 9l-4-4l9-8c.7-.5 1.300-.5 2 0zM8 12c-3 .5-4 3-4 7c4 0 7-1 8-3",
    ),
    (
        "gear",
        "M12 8.500a3.500 3.500 0 1 1-.1 0zM12 3v3M12 18v3M3 12h3M18 12h3M5.600 5.600l2.200 2.200M16.200 16.200l2.200 2.200M18.400 5.600l-2.200 2.200M7.800 16.200l-2.200 2.200",
    ),
    (
        "sound",
        "M4 9.500v5h3.500l4.500 4v-13l-4.500 4zM15.500 9c1.500 1.800 1.500 4.200 0 6M18 6.500c3 3.200 3 7.800 0 11",
    ),
    ("muted", "M4 9.500v5h3.500l4.500 4v-13l-4.500 4zM16 9.500l5 5M21 9.500l-5 5"),
    ("first", "M6 5v14M18 5l-9 7l9 7z"),
    ("previous", "M15 5l-8 7l8 7"),
    ("next", "M9 5l8 7l-8 7"),
    ("last", "M18 5v14M6 5l9 7l-9 7z"),
    ("autoplay", "M8 5l11 7l-11 7z"),
    ("pause", "M8 5v14M16 5v14"),
    ("flip", "M7 4v14M7 4l-3 4M7 4l3 4M17 20V6M17 20l-3-4M17 20l3-4"),
    ("flag", "M6 21V4M6 4c4-2 7 2 12 0v9c-5 2-8-2-12 0"),
    ("half", "M8 9c0-4 5-4 5 0s-5 7-5 7h8M4 12h1M19 12h1"),
    ("handshake", "M3 12l4-4h4l2 2l-3 3M21 12l-4-4h-3M7 16l3 3l3-1l5-5"),
    ("undo", "M8 5l-4 4l4 4M4 9h9a6 6 0 0 1 0 12h-3"),
    ("again", "M20 12a8 8 0 1 1-2.500-5.800M20 3v4.500h-4.500"),
    ("leave", "M14 4H5v16h9M10 12h11M17 8l4 4l-4 4"),
    ("export", "M12 15V3M8 7l4-4l4 4M5 13v7h14v-7"),
    ("import", "M12 3v12M8 11l4 4l4-4M5 13v7h14v-7"),
    ("copy", "M9 9h11v11H9zM5 15H4V4h11v1"),
    ("computer", "M5 8h14v10H5zM12 8V4M9 13v.1M15 13v.1M3 12v3M21 12v3"),
    (
        "people",
        "M9 11a3.500 3.500 0 1 1 .1 0zM3 20c0-8 12-8 12 0M16.500 11a3 3 0 1 0-1-5.800M17 14c3 .3 4.500 2.500 4.500 6",
    ),
    ("link", "M10 14l4-4M8 11l-3 3a4 4 0 0 0 5.500 5.500l3-3M16 13l3-3a4 4 0 0 0-5.500-5.500l-3 3"),
    ("globe", "M12 3a9 9 0 1 1-.1 0zM3 12h18M12 3c-5 5-5 13 0 18c5-5 5-13 0-18"),
    ("rotate", "M20 11a8 8 0 1 0-1 5M20 5v6h-6"),
    ("dice", "M5 5h14v14H5zM9 9v.1M15 9v.1M12 12v.1M9 15v.1M15 15v.1"),
    ("trash", "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13"),
    ("save", "M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6"),
    ("plus", "M12 5v14M5 12h14"),
    ("close", "M6 6l12 12M18 6l-12 12"),
    ("crown", "M4 18l-1-11l5 4l4-7l4 7l5-4l-1 11z"),
    ("clock", "M12 4a8.500 8.500 0 1 1-.1 0zM12 8v5l3 2"),
    ("check", "M5 12l5 5l9-11"),
    ("swords", "M5 4l10 11M19 4L9 15M4 20l4-4M20 20l-4-4M6 13l5 5M18 13l-5 5"),
    ("person", "M12 12a4 4 0 1 1 .1 0zM4.500 20c0-8 15-8 15 0"),
    ("chat", "M4 5h16v11H10l-4 4v-4H4zM8 9h8M8 12h5"),
    ("send", "M4 12l16-8l-6 16l-3-6zM11 14l4-5"),
    ("eye", "M2 12c5-8 15-8 20 0c-5 8-15 8-20 0zM12 9a3 3 0 1 1-.1 0z"),
    ("eye-off", "M2 12c5-8 15-8 20 0c-5 8-15 8-20 0zM4 4l16 16"),
];

/// An icon by its name. It says nothing that the words beside it do not say.
#[component]
pub fn Icon(
    /// One of the list.
    name: &'static str,
) -> impl IntoView {
    let d = ICONS.iter().find(|(other, _)| *other == name).map_or("", |(_, d)| d);
    view! { <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=d/></svg> }
}
