//! The ranking: a game, a speed, the players in their order.

use crate::{
    components::{
        account::player_link,
        challenge::{games, select},
        load::Loaded,
    },
    online::{
        Online, api,
        records::{Finished, RankLine, SPEEDS, speed},
    },
    prefs::{language, t},
    storage,
    texts::{RANKING, people as texts},
    words,
};
use damier_contest::Speed;
use damier_games::GameKey;
use damier_protocol::PersonKind;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use wasm_bindgen_futures::spawn_local;

/// The lines of a page.
const PAGE: usize = 50;
/// Up to this deviation a rating is established.
pub const ESTABLISHED: i64 = 110;
/// Under what the last choice is kept.
const KEPT: &str = "ranking";

/// The page.
#[component]
pub fn Ranking() -> impl IntoView {
    let (online, language, query) = (Online::of_page(), language(), use_query_map());
    let wanted = |name: &str| query.with_untracked(|query| query.get(name));
    let kept = storage::load::<(String, String)>(KEPT);
    let (game, pace) = (wanted("game"), wanted("speed"));
    let (old_game, old_pace) = kept.unzip();
    // Whoever has not chosen yet sees a ranking in which somebody stands.
    let undecided = game.is_none() && old_game.is_none();
    let decided = RwSignal::new(!undecided);
    let game = game.or(old_game).filter(|game| game.parse::<GameKey>().is_ok());
    let game = RwSignal::new(game.unwrap_or_else(|| GameKey::ALL[0].info().key.into()));
    let pace = pace.or(old_pace).filter(|pace| speed(pace).is_some());
    let pace = RwSignal::new(pace.unwrap_or_else(|| "blitz".into()));
    let page = RwSignal::new(0_u32);
    // What was found for somebody is no choice of theirs.
    let found = StoredValue::new(None::<(String, String)>);
    let find = move |of: GameKey, at: Speed| {
        found.set_value(Some((of.info().key.into(), at.key().into())));
        game.set(of.info().key.into());
        pace.set(at.key().into());
    };
    if undecided {
        spawn_local(async move {
            let over = api::finished().await.unwrap_or_default();
            if decided.is_disposed() {
                return;
            }
            if let Some((of, at)) = latest_rated(&over) {
                find(of, at);
            }
            decided.set(true);
        });
    }
    Effect::new(move |before: Option<()>| {
        let chosen = (game.get(), pace.get());
        if before.is_some() && found.get_value().as_ref() != Some(&chosen) {
            storage::save(KEPT, &chosen);
            page.set(0);
        }
    });
    let lines = Loaded::new(move || {
        if !decided.get() {
            return None;
        }
        let (game, pace, page) = (game.get(), pace.get(), page.get());
        Some(async move { api::ranking(&game, &pace, page).await })
    });
    // Asked anew with each list, so that both are of the same moment.
    let own = Loaded::new(move || {
        _ = (game.get(), pace.get(), page.get());
        let me = online.me.get().filter(|me| me.kind == PersonKind::Account)?;
        Some(async move { api::player(&me.name).await })
    });
    // Matches between friends are private: for want of public ones, where one has played most oneself.
    Effect::new(move |_| {
        if !undecided || !decided.get() || found.with_value(Option::is_some) {
            return;
        }
        let most = own.good().and_then(|me| me.ratings.into_iter().max_by_key(|line| line.games));
        let still = storage::load::<(String, String)>(KEPT).is_none();
        if let Some(line) = most.filter(|_| still) {
            find(line.game, line.speed);
        }
    });
    let mine = Memo::new(move |_| {
        let (me, game, pace) = (own.good()?, game.get(), pace.get());
        let line = me
            .ratings
            .iter()
            .find(|line| line.game.info().key == game && line.speed.key() == pace)?;
        Some(RankLine {
            rank: line.rank,
            name: me.name.clone(),
            rating: line.rating,
            deviation: line.deviation,
            games: line.games,
        })
    });
    let speeds = move || {
        SPEEDS
            .map(|speed| {
                (speed.key().to_owned(), words::speed(speed).tell(language.get()).to_owned())
            })
            .to_vec()
    };
    let shown = lines.show(move |lines| view! { <Table lines mine page/> }.into_any());
    view! {
        <section class="ranking">
            <h1>{t(RANKING)}</h1>
            <div class="row filters">
                {select("game", texts::GAME, game, games())}
                {select("speed", texts::SPEED, pace, speeds)}
            </div>
            <div class="card">{shown}</div>
        </section>
    }
}

/// Where the latest match counted; both of its players are ranked there.
fn latest_rated(over: &[Finished]) -> Option<(GameKey, Speed)> {
    let counted = |line: &&Finished| line.rated && !line.result.starts_with('*');
    over.iter().find(counted).map(|line| (line.game, Speed::of(&line.time)))
}

#[component]
fn Table(lines: Vec<RankLine>, mine: Memo<Option<RankLine>>, page: RwSignal<u32>) -> impl IntoView {
    let (full, number) = (lines.len() >= PAGE, page.get_untracked());
    let names: Vec<String> = lines.iter().map(|line| line.name.clone()).collect();
    // Who is not on this page stands below it.
    let apart =
        move || mine.get().filter(|mine| !names.contains(&mine.name)).map(|line| row(line, mine));
    if lines.is_empty() && number == 0 {
        return view! { <p class="quiet empty">{t(texts::NO_RANKING)}</p> }.into_any();
    }
    let rows = lines.into_iter().map(move |line| row(line, mine));
    view! {
        <table>
            <thead><tr><th scope="col">"#"</th><th scope="col">{t(texts::PLAYER)}</th><th scope="col" class="figure">{t(texts::RATING)}</th><th scope="col" class="figure">{t(texts::GAMES_PLAYED)}</th></tr></thead>
            <tbody>{rows.collect_view()}{apart}</tbody>
        </table>
        <p class="quiet">{t(texts::PROVISIONAL)}</p>
        <div class="row">
            <button type="button" data-action="previous-page" disabled=number == 0 on:click=move |_| page.update(|page| *page = page.saturating_sub(1))>{t(texts::PREVIOUS_PAGE)}</button>
            <button type="button" data-action="next-page" disabled=!full on:click=move |_| page.update(|page| *page += 1)>{t(texts::NEXT_PAGE)}</button>
        </div>
    }
    .into_any()
}

fn row(line: RankLine, mine: Memo<Option<RankLine>>) -> impl IntoView {
    let name = line.name.clone();
    // My own rating may come later than the list.
    let own = move || mine.with(|mine| mine.as_ref().is_some_and(|mine| mine.name == name));
    let rank = line.rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string());
    let sure = if line.deviation <= ESTABLISHED { "" } else { "?" };
    view! {
        <tr class:own=own data-player=line.name.clone()>
            <td>{rank}</td><td>{player_link(&line.name)}</td>
            <td class="figure"><strong>{line.rating}{sure}</strong><small>" ± "{line.deviation}</small></td><td class="figure">{line.games}</td>
        </tr>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::online::records::Read;

    #[test]
    fn the_ranking_opens_where_somebody_stands() {
        let line = |game: &str, time: &str, rated: bool, result: &str| {
            let text =
                format!(r#"{{"game":"{game}","time":{time},"rated":{rated},"result":"{result}"}}"#);
            Finished::read(&serde_json::from_str(&text).expect("plain data")).expect("a match")
        };
        let blitz = r#"{"clock":{"base":180,"increment":2}}"#;
        let over = [
            line("chess", blitz, false, "1-0 checkmate"),
            line("chess", blitz, true, "* aborted"),
            line("morpion", r#"{"days":{"days":2}}"#, true, "1-0 resignation"),
            line("dark", blitz, true, "1-0 resignation"),
        ];
        let found = latest_rated(&over).map(|(game, speed)| (game.info().key, speed));
        assert_eq!(found, Some(("morpion", Speed::Correspondence)));
        assert_eq!(latest_rated(&over[..2]), None);
    }
}
