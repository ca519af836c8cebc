//! Clients inside the process. A gateway that speaks somebody else's protocol asks and hears what a client of ours does over its
//! socket, in the same words and by the same code, without the socket.

use crate::{
    ApiError, App,
    bus::Inbox,
    http::{auth::Visitor, friends},
    ids,
    store::{friends::Bond, people::Person, tokens::Scope},
    ws::{Connection, Place, handle},
};
use damier_games::text::Language;
use damier_protocol::{FromClient, FromServer};
use std::time::Duration;
use tokio::{
    sync::watch,
    time::{Interval, MissedTickBehavior, interval},
};

/// How often a search shows that it is still wanted.
const BEAT: Duration = Duration::from_secs(8);

/// Somebody who is connected through this process.
pub struct LocalClient {
    connection: Connection,
    inbox: Inbox,
    person: Person,
    session: String,
    stopping: watch::Receiver<bool>,
    beats: Interval,
    _place: Place,
}

impl LocalClient {
    /// Lets somebody in who has shown who they are. `address` is whose limits count, `agent` what the list of sessions shows. An
    /// account that is connected elsewhere is refused as `InUse`, a guest whose name is taken by now as `NameTaken`.
    pub async fn enter(
        app: &App,
        person: Person,
        address: &str,
        agent: &str,
    ) -> Result<Self, ApiError> {
        if app.live.is_stopping() {
            return Err(ApiError::Unavailable);
        }
        let place = Place::take(&app.sockets, address.to_owned(), app.config.address_allowance)?;
        let stopping = app.stopping.subscribe();
        let session =
            app.store.add_session(&person.id, &ids::new_token(), agent, app.now()).await?;
        let visitor = Visitor {
            person: person.clone(),
            session: Some(session.clone()),
            token: None,
            scopes: Scope::ALL.to_vec(),
        };
        let (mut connection, inbox) = Connection::new(app.clone(), Some(visitor), Language::French);
        if let Err(closing) = connection.arrive().await {
            app.store.end_session(&person.id, &session).await?;
            return Err(closing.refusal(&person.name));
        }
        let mut beats = interval(BEAT);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let _place = place;
        Ok(Self { connection, inbox, person, session, stopping, beats, _place })
    }

    /// The server.
    pub fn app(&self) -> &App {
        &self.connection.app
    }

    /// Who it is.
    pub fn person(&self) -> &Person {
        &self.person
    }

    /// Asks something; the answer is heard.
    pub async fn ask(&mut self, request: FromClient) {
        handle(&mut self.connection, request).await;
    }

    /// The next message. `None` once there will be no more: the session was ended, or this client did not keep up. A server that
    /// stops says so first. Nothing is lost when the waiting is given up.
    pub async fn hear(&mut self) -> Option<FromServer> {
        loop {
            tokio::select! {
                biased;
                _ = self.inbox.full.recv() => return None,
                message = self.inbox.queue.recv() => {
                    // What we wrote ourselves can be read.
                    return serde_json::from_str(message?.as_str()).ok();
                }
                changed = self.stopping.changed() => {
                    return changed.is_ok().then_some(FromServer::Closing);
                }
                () = self.connection.ended() => return None,
                _ = self.beats.tick() => self.connection.refresh().await,
            }
        }
    }

    /// Asks somebody for friendship, or agrees where they have asked.
    pub async fn befriend(&self, who: &str) -> Result<Bond, ApiError> {
        friends::befriend(self.app(), &self.person, who).await
    }

    /// Agrees to friendship.
    pub async fn accept_friend(&self, who: &str) -> Result<(), ApiError> {
        friends::agree(self.app(), &self.person, who).await
    }

    /// Refuses, withdraws or ends; whether there was anything.
    pub async fn unfriend(&self, who: &str) -> Result<bool, ApiError> {
        friends::part(self.app(), &self.person, who).await
    }

    /// Goes away. Who leaves a match that is being played counts as lost there.
    pub async fn leave(self) {
        self.connection.depart().await;
        let app = &self.connection.app;
        if let Err(error) = app.store.end_session(&self.person.id, &self.session).await {
            tracing::warn!(%error, "a session could not be ended");
        }
    }
}
