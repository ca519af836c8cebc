//! What one player asks of the other in a match: draws, takebacks, another match.

use super::game::Desk;
use crate::{
    components::icons::Icon,
    play::source::Ask,
    prefs::{language, t},
    texts::matches,
};
use damier_games::{Player, text::Text};
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;

/// One question between the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Draw,
    Takeback,
    Rematch,
}

impl Question {
    /// What the other one wants, what stands while an answer is awaited, and how to answer.
    const fn parts(self) -> (Text, Text, (&'static str, Ask), (&'static str, Ask)) {
        match self {
            Self::Draw => (
                matches::OFFERS_DRAW,
                matches::DRAW_OFFERED,
                ("accept-draw", Ask::OfferDraw),
                ("decline-draw", Ask::DeclineDraw),
            ),
            Self::Takeback => (
                matches::ASKS_TAKEBACK,
                matches::TAKEBACK_ASKED,
                ("accept-takeback", Ask::Takeback),
                ("decline-takeback", Ask::DeclineTakeback),
            ),
            Self::Rematch => (
                matches::WANTS_REMATCH,
                matches::REMATCH_ASKED,
                ("accept-rematch", Ask::Rematch),
                ("decline-rematch", Ask::DeclineRematch),
            ),
        }
    }
}

/// The open questions, to be answered or waited for; and the way to the match after this one.
#[component]
pub fn Offers(desk: Desk) -> impl IntoView {
    let view = desk.view;
    let open = Memo::new(move |_| {
        view.with(|view| {
            let Some(contact) = view.contact.as_ref() else { return Vec::new() };
            let playing = view.now.result.is_none();
            let all = [
                (Question::Draw, contact.draw_offer.filter(|_| playing)),
                (Question::Takeback, contact.takeback.filter(|_| playing)),
                (Question::Rematch, contact.rematch.filter(|_| contact.next.is_none())),
            ];
            all.into_iter().filter_map(|(question, by)| Some((question, by?))).collect::<Vec<_>>()
        })
    });
    follow_rematch(&desk);
    let next = Memo::new(move |_| view.with(|view| view.contact.as_ref()?.next.clone()));
    let rows = {
        let desk = desk.clone();
        move || {
            let row = |(question, by)| view! { <Offer desk=desk.clone() question by/> };
            open.get().into_iter().map(row).collect_view()
        }
    };
    view! {
        <div class="offers" role="status">
            {rows}
            {move || next.get().map(|next| view! { <a class="button" href=format!("/game/{next}") data-action="next-match">{t(matches::NEXT_MATCH)}</a> })}
        </div>
    }
}

#[component]
fn Offer(desk: Desk, question: Question, by: Player) -> impl IntoView {
    let (language, view) = (language(), desk.view);
    let (wants, waits, yes, no) = question.parts();
    let me = view.with_untracked(|view| view.me);
    let name =
        move || view.with(|view| view.seats[by.index()].name.tell(language.get()).to_owned());
    let told = move || {
        if me == Some(by) {
            waits.tell(language.get()).to_owned()
        } else {
            format!("{} {}", name(), wants.tell(language.get()))
        }
    };
    let answer = move |(action, ask): (&'static str, Ask), icon: &'static str, text: Text| {
        let desk = desk.clone();
        view! { <button type="button" data-action=action on:click=move |_| desk.ask(ask.clone())><Icon name=icon/>{t(text)}</button> }
    };
    let asked = me == Some(!by);
    view! {
        <div class="offer row">
            <span>{told}</span>
            {asked.then(|| view! { {answer(yes, "check", matches::ACCEPT)}{answer(no, "close", matches::DECLINE)} })}
        </div>
    }
}

/// The players go to the next match as soon as both want it.
fn follow_rematch(desk: &Desk) {
    let (view, navigate) = (desk.view, use_navigate());
    let next = Memo::new(move |_| {
        view.with(|view| {
            let next = view.contact.as_ref()?.next.clone()?;
            view.me.map(|_| next)
        })
    });
    Effect::new(move |before: Option<bool>| {
        let now = next.get();
        // One that was there from the beginning is history.
        if let (Some(false), Some(next)) = (before, &now) {
            navigate(&format!("/game/{next}"), Default::default());
        }
        now.is_some()
    });
}
