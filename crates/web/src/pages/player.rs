//! A player's page: ratings with their graph, statistics, games, and what one can do with them.

use super::{
    player_parts::{Actions, ReportPlayer},
    ranking::ESTABLISHED,
};
use crate::{
    components::{graph::RatingGraph, load::Loaded},
    online::{
        Online, api,
        records::{GameLine, Player, Tally},
    },
    prefs::{language, t},
    texts::{FINISHED, MOVES_PLAYED, people as texts},
    words,
};
use damier_games::{GameKey, text::Text};
use leptos::prelude::*;
use leptos_router::{components::A, hooks::use_params_map};

/// The games of a page.
const PAGE: usize = 50;

/// The page.
#[component]
pub fn PlayerPage() -> impl IntoView {
    let params = use_params_map();
    let name = Memo::new(move |_| params.with(|params| params.get("name")).unwrap_or_default());
    let player = Loaded::new(move || {
        let name = name.get();
        Some(async move { api::player(&name).await })
    });
    let shown = player.show(move |player| view! { <Shown player/> }.into_any());
    view! { <section class="person">{shown}</section> }
}

#[component]
fn Shown(player: Player) -> impl IntoView {
    let online = Online::of_page();
    let name = player.name.clone();
    // Who this person is may be known later than the player.
    let others = move || {
        (player.account
            && online.server.get() == Some(true)
            && online.me.with(|me| me.as_ref().is_none_or(|me| me.name != name)))
        .then(|| view! { <Actions name=name.clone()/> })
    };
    let who = if player.account { player.name.clone() } else { format!("@{}", player.id) };
    let complaint = {
        let (who, name) = (who.clone(), player.name.clone());
        move || {
            let stranger = online.me.with(|me| me.as_ref().is_some_and(|me| me.name != name));
            (stranger && online.server.get() == Some(true))
                .then(|| view! { <ReportPlayer who=who.clone() name=name.clone()/> })
        }
    };
    // Whoever reads is here, even if the server was asked before the line to it stood.
    let oneself = player.name.clone();
    let here = Memo::new(move |_| {
        player.online || online.me.with(|me| me.as_ref().is_some_and(|me| me.name == oneself))
    });
    let language = language();
    let presence =
        move || if here.get() { texts::ONLINE } else { texts::AWAY }.tell(language.get());
    let watch = player.playing.clone().map(|id| view! { <A href=format!("/game/{id}") attr:class="button"><span class="lamp on"></span>{t(texts::WATCH)}</A> });
    let kind = if player.account { None } else { Some(texts::GUEST) };
    view! {
        <header class="card">
            <div class="person-name">
                <span class="initial large" aria-hidden="true">{player.name.chars().next().map(|letter| letter.to_uppercase().to_string())}</span>
                <div><h1><bdi>{player.name.clone()}</bdi></h1>
                <p class="quiet"><span class="lamp" class:on=here></span>{presence}{kind.map(|kind| view! { " · "{t(kind)} })}</p></div>
                {watch}
            </div>
            {others}
            {complaint}
        </header>
        <Ratings player=player.clone()/>
        <Statistics player/>
        <Games who/>
    }
}

/// Ratings by game and speed, and how the chosen one went.
#[component]
fn Ratings(player: Player) -> impl IntoView {
    let language = language();
    if player.ratings.is_empty() {
        return view! { <div class="card"><h2>{t(texts::RATINGS)}</h2><p class="quiet empty">{t(texts::NO_RATINGS)}</p></div> }.into_any();
    }
    let chosen = RwSignal::new(0_usize);
    let name = move |game: GameKey| game.info().name.tell(language.get());
    let entry = |(n, line): (usize, &crate::online::records::RatingLine)| {
        let (game, speed, rating, deviation, games) =
            (line.game, line.speed, line.rating, line.deviation, line.games);
        let rank = line.rank.map(|rank| view! { <small class="rank">"#"{rank}</small> });
        let sure = if deviation <= ESTABLISHED { "" } else { "?" };
        view! {
            <button type="button" class="standing" data-rating=format!("{}-{}", game.info().key, speed.key()) aria-pressed=move || (chosen.get() == n).to_string() on:click=move |_| chosen.set(n)>
                <span>{move || name(game)}<small>{t(words::speed(speed))}</small></span>
                <strong>{rating}{sure}</strong><small>{games}" "{t(texts::RATED_GAMES)}</small>{rank}
            </button>
        }
    };
    let entries = player.ratings.iter().enumerate().map(entry).collect_view();
    let drawn = move || {
        let line = &player.ratings[chosen.get().min(player.ratings.len() - 1)];
        let of_it = player
            .history
            .iter()
            .filter(|point| point.game == line.game && point.speed == line.speed);
        let ratings: Vec<i64> = of_it.map(|point| point.rating).collect();
        let (game, speed) = (line.game, line.speed);
        let label = Signal::derive(move || {
            format!("{} · {}", name(game), words::speed(speed).tell(language.get()))
        });
        view! { <RatingGraph ratings label/> }
    };
    view! {
        <div class="card"><h2>{t(texts::RATINGS)}</h2><div class="standings">{entries}</div>{drawn}
            <p class="quiet">{t(texts::PROVISIONAL)}</p></div>
    }
    .into_any()
}

/// Games, wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Score {
    games: i64,
    wins: i64,
    draws: i64,
    losses: i64,
}

impl Score {
    /// All of these together.
    fn of<'a>(tallies: impl Iterator<Item = &'a Tally>) -> Self {
        tallies.fold(Self::default(), |sum, tally| Self {
            games: sum.games + tally.games,
            wins: sum.wins + tally.wins,
            draws: sum.draws + tally.draws,
            losses: sum.losses + tally.losses,
        })
    }

    fn cells(self) -> impl IntoView {
        [self.games, self.wins, self.draws, self.losses]
            .map(|number| view! { <td class="figure">{number}</td> })
            .into_iter()
            .collect_view()
    }
}

#[component]
fn Statistics(player: Player) -> impl IntoView {
    let language = language();
    let tallies = player.tallies;
    if tallies.is_empty() {
        return view! { <div class="card"><h2>{t(texts::STATISTICS)}</h2><p class="quiet empty">{t(texts::NO_STATISTICS)}</p></div> }.into_any();
    }
    let all = Score::of(tallies.iter());
    let (people, computers): (Vec<_>, Vec<_>) =
        tallies.iter().cloned().partition(|tally| !tally.computer);
    let fact =
        |title: Text, value: String| view! { <div><dt>{t(title)}</dt><dd>{value}</dd></div> };
    let told = |score: Score| format!("{} / {} / {}", score.wins, score.draws, score.losses);
    let facts = [
        fact(texts::GAMES_PLAYED, all.games.to_string()),
        fact(texts::TIME_PLAYED, words::span(player.played_ms)),
        fact(texts::STREAK, player.streak.to_string()),
        fact(texts::BEST_STREAK, player.best_streak.to_string()),
        fact(texts::AGAINST_PEOPLE, told(Score::of(people.iter()))),
        fact(texts::AGAINST_COMPUTERS, told(Score::of(computers.iter()))),
    ];
    let rows = GameKey::ALL.iter().filter(|game| tallies.iter().any(|tally| tally.game == **game)).map(|game| {
        let (game, info) = (*game, game.info());
        let whole = Score::of(tallies.iter().filter(|tally| tally.game == game));
        let sides = [1, 2].map(|side| {
            let score = Score::of(tallies.iter().filter(|tally| tally.game == game && tally.side == side));
            let name = info.sides[usize::from(side == 2)].name;
            (score.games > 0).then(|| view! { <tr class="of-side"><td>{move || name.tell(language.get())}</td>{score.cells()}</tr> })
        });
        view! { <tr data-game=info.key><th scope="row">{move || info.name.tell(language.get())}</th>{whole.cells()}</tr>{sides.into_iter().collect_view()} }
    });
    let heads = [texts::GAMES_PLAYED, texts::WINS, texts::DRAWS, texts::LOSSES]
        .map(|head| view! { <th scope="col" class="figure">{t(head)}</th> });
    view! {
        <div class="card"><h2>{t(texts::STATISTICS)}</h2>
            <dl class="facts">{facts.into_iter().collect_view()}</dl>
            <table><thead><tr><td></td>{heads.into_iter().collect_view()}</tr></thead><tbody>{rows.collect_view()}</tbody></table>
        </div>
    }
    .into_any()
}

/// The games, the latest first, page by page.
#[component]
fn Games(who: String) -> impl IntoView {
    let before = RwSignal::new(None::<i64>);
    let earlier = RwSignal::new(Vec::<GameLine>::new());
    let name = who.clone();
    let games = Loaded::new(move || {
        let (name, before) = (name.clone(), before.get());
        Some(async move { api::games_of(&name, before).await })
    });
    let more = move |lines: &[GameLine]| {
        let next = lines.last().map(|line| line.created);
        let page = lines.to_vec();
        (lines.len() >= PAGE).then(|| view! {
            <button type="button" data-action="earlier" on:click=move |_| { earlier.update(|all| all.extend(page.clone())); before.set(next); }>{t(texts::EARLIER_GAMES)}</button>
        })
    };
    let shown = games.show(move |lines| {
        let all: Vec<GameLine> =
            earlier.get_untracked().into_iter().chain(lines.iter().cloned()).collect();
        if all.is_empty() {
            return view! { <p class="quiet empty">{t(texts::NO_GAMES)}</p> }.into_any();
        }
        let rows =
            all.into_iter().map(|line| view! { <GameRow line who=who.clone()/> }).collect_view();
        view! { <ul class="list">{rows}</ul>{more(&lines)} }.into_any()
    });
    view! { <div class="card"><h2>{t(texts::RECENT_GAMES)}</h2>{shown}</div> }
}

#[component]
fn GameRow(line: GameLine, who: String) -> impl IntoView {
    let (online, language, info) = (Online::of_page(), language(), line.game.info());
    let own = line.names.iter().position(|name| name.as_deref() == Some(who.as_str()));
    let own = own.or_else(|| line.ids.iter().position(|id| id.as_deref() == who.strip_prefix('@')));
    let (mark, word) = match (line.winner, own) {
        (Some(0), _) => ("half", texts::DRAWN_GAME),
        (Some(winner), Some(own)) if winner == own as i64 + 1 => ("won", texts::WON_GAME),
        (Some(_), Some(_)) => ("lost", texts::LOST_GAME),
        _ if line.result.is_some() => ("open", FINISHED),
        _ => ("open", texts::ARE_PLAYED),
    };
    let other = own.map(|own| 1 - own).unwrap_or(1);
    let opponent = match (&line.names[other], &line.ids[other]) {
        (Some(name), _) => view! { <bdi>{name.clone()}</bdi> }.into_any(),
        (None, Some(_)) => view! { <em>{t(texts::GONE)}</em> }.into_any(),
        (None, None) => view! { <span>{t(crate::texts::COMPUTER)}</span> }.into_any(),
    };
    let now = online.now();
    let details = move || {
        let mut words = vec![format!("{} {}", line.plies, MOVES_PLAYED.tell(language.get()))];
        words.extend(
            line.speed.map(|speed| crate::words::speed(speed).tell(language.get()).to_owned()),
        );
        words.extend(line.rated.then(|| texts::RATED.tell(language.get()).to_owned()));
        words.push(crate::words::ago(line.created, now, language.get()));
        words.join(" · ")
    };
    view! {
        <li><A href=format!("/game/{}", line.id)>
            <span class=format!("outcome {mark}") title=t(word)>{line.result.as_deref().and_then(|result| result.split(' ').next()).unwrap_or("*").to_owned()}</span>
            <span class="words"><strong>{move || info.name.tell(language.get())}" – "{opponent}</strong><small>{details}</small></span>
        </A></li>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_add_up() {
        let game = GameKey::ALL[0];
        let tally =
            |side, computer| Tally { game, side, computer, games: 3, wins: 1, draws: 1, losses: 1 };
        let tallies = [tally(1, false), tally(2, false), tally(1, true)];
        assert_eq!(Score::of(tallies.iter()), Score { games: 9, wins: 3, draws: 3, losses: 3 });
        assert_eq!(Score::of(tallies.iter().filter(|tally| tally.computer)).games, 3);
    }
}
