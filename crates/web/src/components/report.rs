//! Complaining to whoever runs the server, about a message or about somebody.

use super::{
    challenge::select,
    dialog::Modal,
    form::{Refusal, Sending},
    icons::Icon,
};
use crate::{
    online::api::{self, Complaint},
    prefs::{language, t},
    texts::{self, people},
};
use damier_games::text::Text;
use leptos::{ev::SubmitEvent, prelude::*};

/// What may be wrong, as administrators read it and as people choose it.
const REASONS: [(&str, Text); 5] = [
    ("insult", people::REASON_INSULT),
    ("spam", people::REASON_SPAM),
    ("cheating", people::REASON_CHEATING),
    ("name", people::REASON_NAME),
    ("other", people::REASON_OTHER),
];
/// The longest explanation; with its reason it stays below what the server takes.
const LONGEST: u32 = 400;

/// The reason and what was added to it, in one line.
fn written(reason: &str, details: &str) -> String {
    let details = details.trim();
    if details.is_empty() { reason.to_owned() } else { format!("{reason}: {details}") }
}

/// A dialog that asks what is wrong with what `about` names; open as long as it names something.
#[component]
pub fn ReportDialog(
    /// What is complained about, and whose it is.
    about: RwSignal<Option<(Complaint, String)>>,
    /// What to do once the server has it.
    #[prop(into)]
    done: Callback<Complaint>,
) -> impl IntoView {
    let (language, sending) = (language(), Sending::default());
    let (open, sent) = (RwSignal::new(false), RwSignal::new(false));
    let (reason, details) = (RwSignal::new(REASONS[0].0.to_owned()), RwSignal::new(String::new()));
    Effect::new(move |_| {
        if about.with(Option::is_some) {
            sent.set(false);
            details.set(String::new());
            sending.error.set(None);
            open.set(true);
        } else {
            open.set(false);
        }
    });
    Effect::new(move |_| {
        if !open.get() && about.with_untracked(Option::is_some) {
            about.set(None);
        }
    });
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let Some((complaint, _)) = about.get_untracked() else { return };
        let words = written(&reason.get_untracked(), &details.get_untracked());
        let told = complaint.clone();
        sending.send(async move { api::report(&complaint, &words).await }, move |()| {
            sent.set(true);
            done.run(told);
        });
    };
    let reasons = move || {
        let told =
            |(key, text): &(&str, Text)| ((*key).to_owned(), text.tell(language.get()).to_owned());
        REASONS.iter().map(told).collect()
    };
    let label = Signal::derive(move || people::REPORT.tell(language.get()).to_owned());
    let whose = move || about.with(|about| about.as_ref().map(|(_, name)| name.clone()));
    let close = move |_| open.set(false);
    view! {
        <Modal open label>
            <Show when=move || sent.get() fallback=move || view! {
                <form class="stack" on:submit=submit>
                    <h2>{t(people::REPORT)}" "<bdi>{whose}</bdi></h2>
                    {select("reason", people::REASON, reason, reasons)}
                    <label class="pick"><span>{t(people::DETAILS)}</span>
                        <input type="text" name="details" autocomplete="off" maxlength=LONGEST dir="auto" required=move || reason.get() == "other"
                            prop:value=details on:input=move |event| details.set(event_target_value(&event))/></label>
                    <p class="quiet">{t(people::REPORT_HELP)}</p>
                    <Refusal text=sending.besides(&[])/>
                    <div class="row end">
                        <button type="button" on:click=close>{t(texts::CANCEL)}</button>
                        <button type="submit" class="primary" data-action="send-report" disabled=sending.busy><Icon name="flag"/>{t(people::REPORT)}</button>
                    </div>
                </form>
            }>
                <div class="stack">
                    <h2>{t(people::REPORTED)}</h2>
                    <p role="status">{t(people::REPORT_THANKS)}</p>
                    <div class="row end"><button type="button" class="primary" data-action="close-report" on:click=close>{t(texts::CLOSE)}</button></div>
                </div>
            </Show>
        </Modal>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_one_line() {
        assert_eq!(written("spam", "  "), "spam");
        assert_eq!(written("other", " il triche "), "other: il triche");
    }
}
