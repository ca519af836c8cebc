//! Parts of the game page: what one can do, a move in words, the curtain between two players with secrets.

use super::game::Desk;
use crate::{
    browser,
    components::{analyse::AnalyseButton, dialog::Modal, icons::Icon},
    play::source::{Ask, GameView},
    prefs::{language, prefs, t},
    texts::{self, matches},
};
use damier_games::{rules::Side, text::Text};
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;

/// All that one can do besides moving.
#[component]
pub fn Actions(desk: Desk) -> impl IntoView {
    let view = desk.view;
    let is = move |read: fn(&GameView) -> bool| Signal::derive(move || view.with(read));
    let over = is(|view| view.now.result.is_some());
    let plays = is(GameView::plays);
    // Somebody who only watches, or whose game is over, needs fewer buttons; on this device a game that is over goes on by taking back.
    let may_take_back = is(|view| view.plays() || view.contact.is_none());
    let still = is(|view| !view.takeback);
    let offered = is(|view| {
        let offer = view.contact.as_ref().and_then(|contact| contact.draw_offer);
        view.now.result.is_some() || offer.is_some()
    });
    let claimable = is(|view| view.plays() && view.claimable);
    let abortable =
        is(|view| view.plays() && view.contact.as_ref().is_some_and(|contact| contact.abortable));
    let veiled = is(|view| view.contact.as_ref().is_some_and(|contact| contact.veiled));
    let (export, prefs) = (RwSignal::new(false), prefs());
    let button = {
        let desk = StoredValue::new(desk.clone());
        move |action: &'static str, icon: &'static str, text: Text, ask: Ask, off: Signal<bool>| {
            let press = move |_| {
                let ask = ask.clone();
                desk.with_value(|desk| match ask {
                    // What cannot be taken back is asked again, for who likes that.
                    Ask::Resign | Ask::OfferDraw => desk.ask_with_care(ask, prefs),
                    _ => desk.ask(ask),
                });
            };
            view! {
                <button type="button" data-action=action disabled=off on:click=press>
                    <Icon name=icon/><span>{t(text)}</span>
                </button>
            }
        }
    };
    let (turned, dialog) = (desk.turned, desk.result);
    let ways = StoredValue::new(desk.clone());
    view! {
        <div class="actions">
            <Show when=move || may_take_back.get()>{button("takeback", "undo", texts::TAKEBACK, Ask::Takeback, still)}</Show>
            <Show when=move || plays.get()>{button("offer-draw", "handshake", texts::OFFER_DRAW, Ask::OfferDraw, offered)}</Show>
            <Show when=move || claimable.get()>{button("claim-draw", "half", texts::CLAIM_DRAW, Ask::ClaimDraw, over)}</Show>
            <Show when=move || abortable.get()>{button("abort", "close", matches::ABORT, Ask::Abort, over)}</Show>
            <Show when=move || plays.get()>{button("resign", "flag", texts::RESIGN, Ask::Resign, over)}</Show>
            <button type="button" data-action="flip" on:click=move |_| turned.update(|turned| *turned = !*turned)>
                <Icon name="flip"/><span>{t(texts::FLIP)}</span>
            </button>
            <button type="button" data-action="export" disabled=veiled on:click=move |_| export.set(true)><Icon name="export"/><span>{t(texts::EXPORT)}</span></button>
            <Show when=move || !dialog.get()>
                <Show when=move || over.get() && !export.get()><AnalyseButton source=ways.with_value(|desk| desk.source.clone()) view/></Show>
                <Again desk=ways.get_value()/>
                <LeaveButton desk=ways.get_value()/>
            </Show>
        </div>
        <Export desk open=export/>
    }
}

/// Another game, once this one is over.
#[component]
fn Again(desk: Desk) -> impl IntoView {
    let view = desk.view;
    let may = move || {
        view.with(|view| {
            let over = view.now.result.is_some();
            let local = view.contact.is_none();
            let asked = view
                .contact
                .as_ref()
                .is_some_and(|contact| contact.rematch.is_some() || contact.next.is_some());
            over && (local || view.me.is_some() && !asked)
        })
    };
    let navigate = use_navigate();
    let desk = StoredValue::new(desk);
    let press = move |_| {
        let local = desk.with_value(|desk| desk.source.rematch());
        match local {
            Some(name) => navigate(&format!("/game/{name}"), Default::default()),
            None => desk.with_value(|desk| desk.ask(Ask::Rematch)),
        }
    };
    view! {
        <Show when=may>
            <button type="button" data-action="rematch" on:click=press.clone()><Icon name="again"/><span>{t(texts::REMATCH)}</span></button>
        </Show>
    }
}

/// The way out. A match that goes on is not left by mistake.
#[component]
fn LeaveButton(desk: Desk) -> impl IntoView {
    let (view, language, open) = (desk.view, language(), RwSignal::new(false));
    let navigate = use_navigate();
    let out = Callback::new(move |()| {
        open.set(false);
        navigate("/", Default::default());
    });
    let leave = move |_| {
        let costs = view.with_untracked(|view| view.plays() && view.contact.is_some());
        if costs { open.set(true) } else { out.run(()) }
    };
    let for_good = Callback::new(move |()| {
        if desk.source.ask(Ask::Leave).is_ok() {
            out.run(());
        }
    });
    view! {
        <button type="button" data-action="leave" on:click=leave><Icon name="leave"/><span>{t(texts::LEAVE)}</span></button>
        <Modal open label=Signal::derive(move || matches::REALLY_LEAVE.tell(language.get()).to_owned())>
            <h2>{t(matches::REALLY_LEAVE)}</h2>
            <p>{t(matches::LEAVE_COSTS)}</p>
            <Show when=move || open.get()>
                <div class="row end">
                    <button type="button" data-action="cancel" on:click=move |_| open.set(false)>{t(texts::CANCEL)}</button>
                    <button type="button" data-action="away" on:click=move |_| out.run(())>{t(matches::LOOK_ELSEWHERE)}</button>
                    <button type="button" class="danger" data-action="confirm" on:click=move |_| for_good.run(())>{t(matches::LEAVE_FOR_GOOD)}</button>
                </div>
            </Show>
        </Modal>
    }
}

/// The game as its players write it, to copy or to keep.
#[component]
fn Export(desk: Desk, open: RwSignal<bool>) -> impl IntoView {
    let language = language();
    let copied = RwSignal::new(false);
    let (source, view) = (desk.source, desk.view);
    let studied = StoredValue::new(source.clone());
    let text = Memo::new(move |_| if open.get() { source.record() } else { String::new() });
    let game = view.with_untracked(|view| view.game);
    let copy = move |_| browser::copy(text.get_untracked(), move |done| copied.set(done));
    let save = move |_| {
        // A browser that cannot save a file still shows the text.
        let _ = browser::download(
            &format!("damier-{game}.{}", game.info().format.extension()),
            &text.get_untracked(),
        );
    };
    view! {
        <Modal open label=Signal::derive(move || texts::EXPORT.tell(language.get()).to_owned())>
            <h2>{t(texts::EXPORT)}</h2>
            <textarea class="record" readonly rows="12" spellcheck="false" prop:value=text></textarea>
            <div class="row end">
                <button type="button" data-action="copy" on:click=copy><Icon name="copy"/>
                    {move || if copied.get() { texts::COPIED } else { texts::COPY }.tell(language.get())}</button>
                <button type="button" data-action="save" on:click=save><Icon name="save"/>{t(texts::SAVE)}</button>
                <Show when=move || open.get()><AnalyseButton source=studied.get_value() view/></Show>
                <button type="button" class="primary" on:click=move |_| open.set(false)>{t(texts::CLOSE)}</button>
            </div>
        </Modal>
    }
}

/// What waits to be confirmed.
#[component]
pub fn Confirm(desk: Desk) -> impl IntoView {
    let (pending, view, language) = (desk.pending, desk.view, language());
    // Another position is another question.
    Effect::new(move |_| {
        view.with(|view| view.moves.len());
        pending.set(None);
    });
    let desk = StoredValue::new(desk);
    let yes = move |_| {
        if let Some(ask) = pending.get_untracked() {
            pending.set(None);
            desk.with_value(|desk| desk.ask(ask));
        }
    };
    let what = move || match pending.get()? {
        Ask::Play(text) => Some(text),
        Ask::Resign => Some(texts::RESIGN.tell(language.get()).to_owned()),
        _ => Some(texts::OFFER_DRAW.tell(language.get()).to_owned()),
    };
    view! {
        <Show when=move || pending.with(Option::is_some)>
            <div class="confirm row">
                <strong>{what}</strong>
                <button type="button" class="primary" data-action="confirm" on:click=yes><Icon name="check"/>{t(texts::CONFIRM)}</button>
                <button type="button" data-action="cancel" on:click=move |_| pending.set(None)>{t(texts::CANCEL)}</button>
            </div>
        </Show>
    }
}

/// A field in which a move is written.
#[component]
pub fn TypedMove(desk: Desk) -> impl IntoView {
    let view = desk.view;
    let text = RwSignal::new(String::new());
    let send = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let written = text.get_untracked().trim().to_owned();
        if !written.is_empty() {
            let before = view.with_untracked(|view| view.moves.len());
            desk.ask(Ask::Play(written));
            if view.with_untracked(|view| view.moves.len()) > before {
                text.set(String::new());
            }
        }
    };
    view! {
        <form class="typed" on:submit=send>
            <input type="text" name="move" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder=t(texts::TYPE_MOVE)
                aria-label=t(texts::TYPE_MOVE) prop:value=text disabled=move || view.with(|view| !view.mine)
                on:input=move |event| text.set(event_target_value(&event))/>
        </form>
    }
}

/// Hides the board while the screen changes hands.
#[component]
pub fn Curtain(desk: Desk, sides: [Side; 2]) -> impl IntoView {
    let (view, language) = (desk.view, language());
    let next = move || {
        view.with(|view| view.now.turn.map(|turn| sides[turn.index()].name.tell(language.get())))
    };
    let desk = StoredValue::new(desk);
    view! {
        <Show when=move || view.with(|view| view.curtain)>
            <div class="curtain">
                <h2>{t(texts::PASS_SCREEN)}</h2>
                <p>{t(texts::PASS_TO)}" "<strong>{next}</strong></p>
                <button type="button" class="primary big" data-action="ready" on:click=move |_| desk.with_value(|desk| desk.ask(Ask::Lift))>
                    {t(texts::READY)}
                </button>
            </div>
        </Show>
    }
}
