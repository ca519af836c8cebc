//! Parts of the analysis page: the bar, the computer's lines, the tree of moves, what can be opened.

use super::analysis::Bench;
use crate::{
    browser,
    components::icons::Icon,
    play::study::{Study, share},
    prefs::{language, t},
    texts,
};
use damier_games::{Player, Viewer, text::Phrase};
use damier_thinker::Line;
use leptos::{html, prelude::*};

/// A line's value for the first player, in hundredths of a man; a forced win is worth any number of them.
fn value(line: &Line, turn: Player) -> i32 {
    let value = line.win_in.map_or(line.value, |plies| if plies > 0 { 10_000 } else { -10_000 });
    if turn == Player::One { value } else { -value }
}

/// As people read it: `+0.34`, or the moves to a win.
fn told(line: &Line, turn: Player) -> String {
    match line.win_in {
        Some(plies) => {
            let sign = if (plies > 0) == (turn == Player::One) { '+' } else { '−' };
            format!("{sign}#{}", (plies.abs() + 1) / 2)
        }
        None => {
            let value = value(line, turn);
            let sign = if value < 0 { '−' } else { '+' };
            format!("{sign}{}.{:02}", value.abs() / 100, value.abs() % 100)
        }
    }
}

fn turn(bench: Bench) -> Player {
    bench.study.with(|study| study.table().turn())
}

/// Who is better, as a bar beside the board.
#[component]
pub fn EvalBar(
    /// The page.
    bench: Bench,
    /// Whether the board is turned.
    flipped: Signal<bool>,
) -> impl IntoView {
    let best = move || bench.lines.with(|lines| lines.first().cloned());
    let part = move || best().map_or(50.0, |line| share(value(&line, turn(bench))));
    let sides = move || bench.study.with(|study| study.game().info().sides);
    view! {
        <div class="bar" class:turned=flipped role="img" aria-label=move || best().map(|line| told(&line, turn(bench)))>
            <div class=move || format!("bar-one badge-{}", sides()[0].key) style:height=move || format!("{:.1}%", part())></div>
        </div>
    }
}

/// What the computer thinks.
#[component]
pub fn EngineLines(
    /// The page.
    bench: Bench,
) -> impl IntoView {
    let language = language();
    let rows = move || {
        let mover = turn(bench);
        bench.lines.get().into_iter().map(|line| {
            let told = told(&line, mover);
            let text = notations(bench, &line.moves);
            let first = line.moves.first().cloned().unwrap_or_default();
            view! {
                <li><button type="button" data-line=line.rank on:click=move |_| bench.play(&first)>
                    <b>{told}</b><span>{text}</span>
                </button></li>
            }
        }).collect_view()
    };
    let over = move || {
        bench.study.with(|study| {
            let names = study.game().info().sides.map(|side| side.name);
            let result = study.table().result();
            result.map(|outcome| outcome.phrase(names).tell(language.get()).to_owned())
        })
    };
    let depth = move || {
        bench.lines.with(|lines| {
            lines
                .first()
                .map(|line| format!("{} {}", texts::DEPTH.tell(language.get()), line.depth))
        })
    };
    let state = move || match (bench.engine.get(), bench.stuck.get()) {
        (false, _) => texts::ENGINE_OFF,
        (true, false) => texts::LOADING,
        (true, true) => texts::NO_THINKER,
    };
    view! {
        <div class="engine">
            <label class="field"><span><strong>{t(texts::ENGINE)}</strong><small>{move || depth().unwrap_or_else(|| state().tell(language.get()).to_owned())}</small></span>
                <input type="checkbox" role="switch" name="engine" prop:checked=bench.engine on:change=move |event| bench.engine.set(event_target_checked(&event))/>
            </label>
            {move || over().map(|told| view! { <p class="state">{told}</p> })}
            <ol class="lines">{rows}</ol>
        </div>
    }
}

/// A line of the computer as players write it.
fn notations(bench: Bench, moves: &[String]) -> String {
    const MOST: usize = 8;
    let mut table = bench.study.with_untracked(Study::table);
    let mut words = Vec::new();
    for text in moves.iter().take(MOST) {
        if table.play(table.turn(), text).is_err() {
            break;
        }
        words.extend(table.snapshot(Viewer::Referee).last.map(|report| report.notation));
    }
    words.join(" ")
}

/// The line that is looked at, with the variations to each of its moves.
#[component]
pub fn Tree(
    /// The page.
    bench: Bench,
) -> impl IntoView {
    let entries = move || {
        bench.study.with(|study| {
            let button = |node: usize, class: &'static str| {
                let entry = study.node(node);
                let now = study.at() == Some(node);
                view! {
                    <button type="button" class=class data-move=entry.ply aria-current=now.then_some("step")
                        on:click=move |_| bench.study.update(|study| study.go(Some(node)))>{entry.notation.clone()}</button>
                }
            };
            let entry = |(node, entry, others): (usize, &crate::play::study::Node, Vec<usize>)| {
                let number = (entry.ply % 2 == 1).then(|| view! { <span class="number">{entry.ply.div_ceil(2)}"."</span> });
                let others = others.into_iter().map(|other| button(other, "variation")).collect_view();
                view! { {number}{button(node, "")}{others} }
            };
            study.line().into_iter().map(entry).collect_view()
        })
    };
    let empty = move || bench.study.with(|study| study.line().is_empty());
    view! {
        <div class="moves tree">
            <Show when=empty><p class="quiet">{t(texts::NO_MOVES)}</p></Show>
            <div class="flow" aria-label=t(texts::MOVES)>{entries}</div>
        </div>
    }
}

/// The position as text, and a field for another one.
#[component]
pub fn OpenText(
    /// The page.
    bench: Bench,
) -> impl IntoView {
    let language = language();
    let text = RwSignal::new(String::new());
    let refusal = RwSignal::new(None::<Phrase>);
    let file = NodeRef::<html::Input>::new();
    let open = move |written: &str| {
        let game = bench.study.with_untracked(Study::game);
        match Study::read(game, written) {
            Ok(study) => {
                refusal.set(None);
                bench.study.set(study);
            }
            Err(error) => refusal.set(Some(error)),
        }
    };
    let position =
        move || bench.study.with(|study| study.table().snapshot(Viewer::Referee).position);
    let read = move |_| {
        if let Some(input) = file.get_untracked() {
            browser::read_file(&input, move |written| open(&written));
        }
    };
    view! {
        <details class="options">
            <summary>{t(texts::OPEN_TEXT)}</summary>
            <div class="fields stack">
                <label class="stack"><small>{t(texts::POSITION)}</small><textarea readonly rows="2" name="position" prop:value=position></textarea></label>
                <label class="stack"><small>{t(texts::OPEN_HELP)}</small>
                    <textarea name="text" rows="4" spellcheck="false" prop:value=text on:input=move |event| text.set(event_target_value(&event))></textarea></label>
                {move || refusal.get().map(|refusal| view! { <p class="refusal" role="alert">{refusal.tell(language.get()).to_owned()}</p> })}
                <div class="row">
                    <button type="button" class="primary" data-action="open" on:click=move |_| open(&text.get_untracked())>{t(texts::OPEN_IT)}</button>
                    <label class="button"><Icon name="import"/>{t(texts::OPEN_FILE)}
                        <input node_ref=file class="unseen" type="file" name="file" accept=".pgn,.pdn,.txt,.fen" on:change=read/></label>
                </div>
            </div>
        </details>
    }
}
