//! What a client asks, message by message.

use super::connection::{Closing, Connection};
use crate::{
    bus::topic,
    http::auth::Visitor,
    live::{LiveError, Seeking, command, new_name},
    store::{people::Kind, tokens::Scope},
};
use damier_contest::{Command, Refusal};
use damier_games::{
    Player,
    text::{Language, Tell, Text},
};
use damier_protocol::{FromClient, FromServer};

/// How much one socket may watch and look for at a time.
const WATCHES: usize = 64;
const SEEKS: usize = 10;
/// The longest name that a client may give to something.
const NAME_BYTES: usize = 40;

const MALFORMED: (&str, Text) = (
    "malformed",
    Text::new(
        "cannot read the message: expected JSON as docs/protocol.md describes it",
        "message illisible : attendu du JSON comme le décrit docs/protocol.md",
    ),
);
pub(super) const SIGN_IN: (&str, Text) = (
    "sign-in",
    Text::new(
        "choose a name first, as a guest or an account",
        "choisissez d'abord un nom, invité ou compte",
    ),
);
pub(super) const FORBIDDEN: (&str, Text) =
    ("forbidden", Text::new("this token does not allow that", "ce jeton ne le permet pas"));
const TOO_MANY: (&str, Text) =
    ("too-many", Text::new("too many at a time on one socket", "trop à la fois sur une connexion"));
const ACCOUNT_ONLY: (&str, Text) = (
    "account-only",
    Text::new("rated matches need an account", "les parties classées demandent un compte"),
);

/// Answers a message.
pub async fn answer(connection: &mut Connection, text: &str) -> Result<(), Closing> {
    match serde_json::from_str(text) {
        Ok(request) => {
            handle(connection, request).await;
            Ok(())
        }
        Err(_) => {
            refuse(connection, None, None, MALFORMED);
            connection.note_rubbish()
        }
    }
}

/// Does what was asked.
pub(crate) async fn handle(connection: &mut Connection, request: FromClient) {
    match request {
        FromClient::Watch { id, since } => watch(connection, id, since).await,
        FromClient::Unwatch { id } => {
            if let Some(watch) = connection.watches.remove(&id) {
                connection.app.live.unwatch(&id, &watch, &connection.outbox).await;
            }
        }
        FromClient::Play { id, ply, attempt, text } => {
            let lag = connection.line.lag();
            let play = |by: Player| Command::Play { by, ply, id: attempt, text, lag };
            act(connection, &id, Some(attempt), None, play).await;
        }
        FromClient::Choose { id, quadrants } => {
            act(connection, &id, None, None, |by| Command::Choose { by, quadrants }).await;
        }
        FromClient::Do { id, action, side } => {
            act(connection, &id, None, side, |by| command(action, by, new_name())).await;
        }
        FromClient::Lobby { on } => lobby(connection, on).await,
        FromClient::Seek { id, game, options, time, rated } => {
            seek(connection, id, Seeking { game, options, time, rated }).await;
        }
        FromClient::Unseek { id } => unseek(connection, &id).await,
        FromClient::Say { room, id, text } => super::chat::say(connection, room, id, &text).await,
    }
}

async fn watch(connection: &mut Connection, id: String, since: Option<i64>) {
    if connection.watches.len() >= WATCHES && !connection.watches.contains_key(&id) {
        return refuse(connection, Some(id), None, TOO_MANY);
    }
    let app = connection.app.clone();
    let person = connection.visitor.as_ref().map(|visitor| visitor.person.id.clone());
    // Watching anew comes before leaving the old watch, so that the player is not lost in between.
    let begun = app.live.watch(&id, person.as_deref(), since, &connection.outbox).await;
    match begun {
        Ok(new) => {
            if let Some(old) = connection.watches.insert(id.clone(), new.clone()) {
                app.live.replace_watch(&id, &old, &new, &connection.outbox).await;
            }
        }
        Err(error) => refuse_live(connection, &id, None, &error),
    }
}

async fn act(
    connection: &mut Connection,
    id: &str,
    attempt: Option<u64>,
    side: Option<Player>,
    command: impl FnOnce(Player) -> Command,
) {
    let Some(visitor) = &connection.visitor else {
        return refuse(connection, Some(id.into()), attempt.map(|n| n.to_string()), SIGN_IN);
    };
    if visitor.require(Scope::Play).is_err() {
        return refuse(connection, Some(id.into()), attempt.map(|n| n.to_string()), FORBIDDEN);
    }
    let person = visitor.person.id.clone();
    match connection.app.live.act(id, &person, side, command).await {
        Ok(()) => {}
        Err(LiveError::Refused(Refusal::Done)) => {
            let attempt = attempt.unwrap_or_default();
            connection.send(&FromServer::Done { id: id.into(), attempt });
        }
        Err(error) => {
            refuse_live(connection, id, attempt, &error);
            if matches!(error, LiveError::Refused(Refusal::Stale)) {
                show(connection, id, &person).await;
            }
        }
    }
}

/// Whoever has fallen behind gets the present.
async fn show(connection: &Connection, id: &str, person: &str) {
    if let Ok(state) = connection.app.live.show(id, Some(person)).await {
        connection.send(&FromServer::Match(Box::new(state)));
    }
}

async fn lobby(connection: &Connection, on: bool) {
    if !on {
        return connection.app.bus.leave(topic::LOBBY, connection.outbox.id);
    }
    connection.app.bus.listen(topic::LOBBY, &connection.outbox);
    match connection.app.live.lobby().await {
        Ok(lobby) => connection.send(&lobby),
        Err(error) => refuse_with(connection, None, None, error.code(), &error),
    }
}

async fn seek(connection: &mut Connection, id: String, seeking: Seeking) {
    let Some(visitor) = &connection.visitor else {
        return refuse(connection, None, Some(id), SIGN_IN);
    };
    if visitor.require(Scope::Play).is_err() {
        return refuse(connection, None, Some(id), FORBIDDEN);
    }
    let person = visitor.person.id.clone();
    if seeking.rated && is_guest(connection, visitor).await {
        return refuse(connection, None, Some(id), ACCOUNT_ONLY);
    }
    if connection.seeks.len() >= SEEKS
        && let Ok(left) = connection.app.live.seeks_of(&person).await
    {
        // Those that were answered by an opponent have ended.
        connection.seeks.retain(|seek| left.contains(seek));
    }
    if connection.seeks.len() >= SEEKS || id.is_empty() || id.len() > NAME_BYTES {
        return refuse(connection, None, Some(excerpt(&id)), TOO_MANY);
    }
    match connection.app.live.seek(&person, &connection.socket, &id, seeking).await {
        Ok(()) => {
            connection.seeks.insert(id);
        }
        Err(error) => refuse_with(connection, None, Some(id), error.code(), &error),
    }
}

/// A guest may have registered since this socket was opened.
async fn is_guest(connection: &Connection, visitor: &Visitor) -> bool {
    visitor.person.kind == Kind::Guest
        && !matches!(connection.app.store.person(&visitor.person.id).await,
            Ok(Some(person)) if person.kind == Kind::Account)
}

async fn unseek(connection: &mut Connection, id: &str) {
    let Some(visitor) = &connection.visitor else { return };
    let done = connection.app.live.unseek(&visitor.person.id, id).await;
    connection.seeks.remove(id);
    if let Err(error) = done {
        refuse_with(connection, None, Some(id.into()), error.code(), &error);
    }
}

fn refuse_live(connection: &Connection, id: &str, attempt: Option<u64>, error: &LiveError) {
    let about = attempt.map(|attempt| attempt.to_string());
    refuse_with(connection, Some(excerpt(id)), about, error.code(), error);
}

pub(super) fn refuse(
    connection: &Connection,
    id: Option<String>,
    about: Option<String>,
    (code, text): (&str, Text),
) {
    refuse_with(connection, id, about, code, &Said(text));
}

pub(super) fn refuse_with(
    connection: &Connection,
    id: Option<String>,
    about: Option<String>,
    code: &str,
    why: &dyn Tell,
) {
    let message = why.tell(connection.language);
    connection.send(&FromServer::Refused { id, about, code: code.into(), message });
}

struct Said(Text);

impl Tell for Said {
    fn tell(&self, language: Language) -> String {
        self.0.tell(language).into()
    }
}

/// What a client called something, if it is short.
fn excerpt(name: &str) -> String {
    name.chars().take(NAME_BYTES).collect()
}
