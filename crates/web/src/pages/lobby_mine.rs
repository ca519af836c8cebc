//! My own matches on the server, on top of the lobby.

use super::lobby_live::when_told;
use crate::{
    components::{form::Sending, icons::Icon, load::Loaded},
    later::{Together, add_together},
    online::{
        Online, api,
        records::{MatchLine, Sitter},
    },
    prefs::{language, t},
    storage,
    texts::{self as page, people as texts},
    words,
};
use damier_games::text::{Language, Text};
use leptos::prelude::*;
use leptos_router::components::A;

/// Under what the number of matches is kept, so that the page keeps their place before the server has answered.
const KEPT: &str = "matches";
/// How many are shown at first.
const SHOWN: usize = 6;

/// How a match of one's own stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    MyTurn,
    TheirTurn,
    /// Nobody sits on the other side yet.
    Waiting,
    /// Somebody asks me for it.
    Asked,
}

fn standing(line: &MatchLine, me: &str) -> Standing {
    let mine = |seat: &Option<Sitter>| seat.as_ref().is_some_and(|seat| seat.name == me);
    match line.turn {
        _ if !line.seats.iter().any(mine) => Standing::Asked,
        _ if line.status == "open" => Standing::Waiting,
        Some(turn) if mine(&line.seats[turn.index()]) => Standing::MyTurn,
        _ => Standing::TheirTurn,
    }
}

/// Those where it is my turn first.
fn in_order(mut lines: Vec<MatchLine>, me: &str) -> Vec<(Standing, MatchLine)> {
    lines.retain(|line| line.status != "over");
    let mut lines: Vec<_> = lines.into_iter().map(|line| (standing(&line, me), line)).collect();
    lines.retain(|(standing, _)| *standing != Standing::Asked);
    lines.sort_by_key(|(standing, line)| {
        (*standing != Standing::MyTurn, *standing == Standing::Waiting, -line.created)
    });
    lines
}

/// What a computer or a person is called.
pub fn called(seat: &Option<Sitter>, language: Language) -> String {
    match seat {
        Some(seat) if seat.kind == "computer" => page::COMPUTER.tell(language).into(),
        Some(seat) if seat.kind == "gone" => texts::GONE.tell(language).into(),
        Some(seat) if seat.rating > 0 => format!("{} ({})", seat.name, seat.rating),
        Some(seat) => seat.name.clone(),
        None => "?".into(),
    }
}

/// The list; nothing where there is none.
#[component]
pub fn MyMatches() -> impl IntoView {
    let online = Online::of_page();
    let somebody = Memo::new(move |_| online.me.with(Option::is_some));
    let rows = move || {
        if somebody.get() { add_together(Together::Mine) } else { places(online) }
    };
    view! { <ul class="kept mine" aria-label=t(texts::MY_MATCHES)>{rows}</ul> }
}

/// Where the rows will be, so that nothing moves when they come.
fn places(online: Online) -> AnyView {
    if online.server.get() == Some(false) {
        return ().into_any();
    }
    let expected = storage::load::<usize>(KEPT).unwrap_or(0);
    (0..expected).map(|_| view! { <li class="blank"></li> }).collect_view().into_any()
}

/// The rows of somebody who has a name.
#[component]
pub fn Mine() -> impl IntoView {
    let online = Online::of_page();
    let me = Memo::new(move |_| online.me.with(|me| me.as_ref().map(|me| me.name.clone())));
    let lines = Loaded::new(move || me.get().map(|_| api::my_matches())).often();
    when_told(online, move || lines.again());
    let ordered = Memo::new(move |_| {
        let name = me.get()?;
        Some(in_order(lines.good()?, &name))
    });
    Effect::new(move |_| {
        if let Some(count) = ordered.with(|lines| lines.as_ref().map(Vec::len)) {
            storage::save(KEPT, &count.min(SHOWN));
        }
    });
    let all = RwSignal::new(false);
    move || match ordered.get() {
        Some(ordered) => {
            let count = ordered.len();
            let shown = if all.get() { count } else { SHOWN };
            let rows = ordered.into_iter().take(shown);
            let rows = rows.map(|(standing, line)| view! { <Row standing line lines/> });
            let more = (count > shown).then(|| view! {
                <li class="more"><button type="button" class="plain" data-action="all-matches" on:click=move |_| all.set(true)>{t(texts::ALL_MATCHES)}" ("{count}")"</button></li>
            });
            view! { {rows.collect_view()}{more} }.into_any()
        }
        None => places(online),
    }
}

#[component]
fn Row(standing: Standing, line: MatchLine, lines: Loaded<Vec<MatchLine>>) -> impl IntoView {
    let (online, language, sending, info) =
        (Online::of_page(), language(), Sending::default(), line.game.info());
    let me = online.me.get_untracked().map(|me| me.name).unwrap_or_default();
    let other = line
        .seats
        .iter()
        .find(|seat| seat.as_ref().is_none_or(|seat| seat.name != me))
        .cloned()
        .unwrap_or_default();
    let text: Text = match standing {
        Standing::MyTurn => page::YOUR_TURN,
        Standing::TheirTurn => texts::THEIR_TURN,
        Standing::Waiting | Standing::Asked => texts::WAITING,
    };
    let id = StoredValue::new(line.id.clone());
    let cancel = (standing == Standing::Waiting).then(|| view! {
        <button type="button" class="plain" data-action="cancel" aria-label=t(page::CANCEL) title=t(page::CANCEL) disabled=sending.busy
            on:click=move |_| sending.send(async move { api::withdraw(&id.get_value()).await }, move |()| lines.again())><Icon name="close"/></button>
    });
    let against = move || match standing {
        Standing::Waiting => words::time(&line.time, language.get()),
        _ => called(&other, language.get()),
    };
    view! {
        <li class:turn=standing == Standing::MyTurn data-match=line.id.clone()>
            <A href=format!("/game/{}", line.id)><Icon name="autoplay"/><span><strong>{move || info.name.tell(language.get())}" · "{t(text)}</strong><small>{against}</small></span></A>
            {cancel}
        </li>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_contest::TimeControl;
    use damier_games::{GameKey, Player};

    fn line(id: &str, status: &str, seats: [&str; 2], turn: Option<Player>) -> MatchLine {
        let seat = |name: &str| {
            (!name.is_empty()).then(|| Sitter {
                name: name.into(),
                kind: "account".into(),
                rating: 0,
            })
        };
        MatchLine {
            id: id.into(),
            choosing: false,
            options: Default::default(),
            game: GameKey::ALL[0],
            time: TimeControl::None,
            rated: false,
            status: status.into(),
            seats: seats.map(seat),
            turn,
            created: 1,
        }
    }

    #[test]
    fn whoever_is_to_move_sees_that_first_and_no_challenge_among_own_matches() {
        let lines = vec![
            line("waits", "open", ["me", ""], None),
            line("theirs", "playing", ["me", "you"], Some(Player::Two)),
            line("mine", "playing", ["you", "me"], Some(Player::Two)),
            line("asked", "open", ["you", ""], None),
            line("over", "over", ["you", "me"], None),
        ];
        let ids: Vec<_> = in_order(lines, "me").into_iter().map(|(_, line)| line.id).collect();
        assert_eq!(ids, ["mine", "theirs", "waits"]);
    }
}
