//! The rules: a list of games, and for each a text with boards that one may try.

use crate::{
    board::view::{BoardView, Shown},
    browser,
    components::{icons::Icon, miniature::Miniature},
    guide::{self, Block, Diagram},
    prefs::{language, t},
    texts,
};
use damier_games::{GameKey, Table, Viewer, text::Language};
use leptos::prelude::*;
use leptos_router::components::A;
use std::sync::Arc;

/// The list of games.
#[component]
pub fn Rules() -> impl IntoView {
    let language = language();
    let entries = GameKey::ALL.iter().map(|game| {
        let info = game.info();
        view! {
            <a class="tile-link" href=format!("/rules/{}", info.key)>
                <Miniature game=*game moves=0/>
                <span class="words"><strong>{move || info.name.tell(language.get())}</strong><small>{move || info.tagline.tell(language.get())}</small></span>
            </a>
        }
    });
    view! {
        <section class="lobby">
            <div class="lead"><h1>{t(texts::RULES)}</h1><p>{t(texts::RULES_LEAD)}</p></div>
            <div class="tiles">{entries.collect_view()}</div>
        </section>
    }
}

/// The rules of one game.
#[component]
pub fn RulesOf() -> impl IntoView {
    let game = super::game_of_path();
    move || match game.get() {
        Some(game) => view! { <Guide game/> }.into_any(),
        None => view! { <super::Nothing/> }.into_any(),
    }
}

#[component]
fn Guide(game: GameKey) -> impl IntoView {
    let (info, language) = (game.info(), language());
    let text = LocalResource::new(move || {
        let language = match language.get() {
            Language::English => "en",
            Language::French => "fr",
        };
        async move { browser::fetch_text(&guide::path(game, language)).await }
    });
    let blocks = move || match text.get() {
        None => view! { <p class="quiet">{t(texts::LOADING)}</p> }.into_any(),
        Some(None) => view! { <p class="refusal">{t(texts::UNAVAILABLE)}</p> }.into_any(),
        Some(Some(text)) => guide::parse(&text)
            .into_iter()
            .map(|block| block_view(game, block))
            .collect_view()
            .into_any(),
    };
    view! {
        <article class="guide">
            <header class="title">
                <h1>{move || info.name.tell(language.get())}</h1>
                <p>{move || info.tagline.tell(language.get())}</p>
                <div class="row">
                    <A href=format!("/play/{}", info.key) attr:class="button primary"><Icon name="autoplay"/>{t(texts::PLAY)}</A>
                    <A href=format!("/analysis/{}", info.key) attr:class="button"><Icon name="chart"/>{t(texts::ANALYSIS)}</A>
                </div>
            </header>
            {blocks}
        </article>
    }
}

fn block_view(game: GameKey, block: Block) -> AnyView {
    match block {
        Block::Title(text) => view! { <h2>{text}</h2> }.into_any(),
        Block::Paragraph(text) => view! { <p>{text}</p> }.into_any(),
        Block::List(items) => view! { <ul>{items.into_iter().map(|item| view! { <li>{item}</li> }).collect_view()}</ul> }.into_any(),
        Block::Board(diagram) => view! { <Try game diagram/> }.into_any(),
    }
}

/// A board on which the moves can be tried.
#[component]
fn Try(game: GameKey, diagram: Diagram) -> impl IntoView {
    let Some(first) = diagram.table(game) else { return ().into_any() };
    let sides = game.info().sides;
    let board = Signal::stored(Arc::new(first.board()));
    let start = StoredValue::new(diagram.clone());
    let table: RwSignal<Box<dyn Table>> = RwSignal::new(first);
    let shown = Memo::new(move |_| {
        table.with(|table| {
            let hidden = table.info().hidden;
            let now =
                table.snapshot(if hidden { Viewer::Seat(table.turn()) } else { Viewer::Referee });
            Shown {
                ply: now.ply,
                steps: now.last.map(|report| report.steps).unwrap_or_default(),
                scene: now.scene,
                gestures: now.gestures,
                turn: now.turn.map(|turn| sides[turn.index()].key),
                ahead: None,
            }
        })
    });
    let play = move |text: String| {
        table.update(|table| {
            let turn = table.turn();
            // The board offers legal moves only.
            let _ = table.play(turn, &text);
        });
    };
    let again = move |_| {
        if let Some(fresh) = start.with_value(|diagram| diagram.table(game)) {
            table.set(fresh);
        }
    };
    let changed =
        move || table.with(|table| table.ply()) > start.with_value(|diagram| diagram.moves.len());
    view! {
        <figure>
            <BoardView board shown sides on_play=Callback::new(play)/>
            <figcaption>{diagram.caption}
                <Show when=changed><button type="button" class="plain" data-action="restart" aria-label=t(texts::START_OVER) title=t(texts::START_OVER) on:click=again><Icon name="again"/></button></Show>
            </figcaption>
        </figure>
    }
    .into_any()
}
