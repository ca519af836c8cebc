//! Talking over a socket. What is said is stored first, then told; the one who said it hears it like everybody else.

use super::{
    connection::Connection,
    requests::{FORBIDDEN, SIGN_IN, refuse, refuse_with},
};
use crate::{
    ApiError, App,
    bus::topic,
    http::auth::Visitor,
    live::gate,
    store::{
        chat::{Message as Stored, Room as Place},
        tokens::Scope,
    },
};
use damier_protocol::{FromServer, Message, Room};

/// Says something.
pub async fn say(connection: &Connection, room: Room, id: String, text: &str) {
    let Some(visitor) = &connection.visitor else {
        return refuse(connection, None, Some(id), SIGN_IN);
    };
    if visitor.require(Scope::Chat).is_err() {
        return refuse(connection, None, Some(id), FORBIDDEN);
    }
    if let Err(error) = said(connection, visitor, room, &id, text).await {
        refuse_with(connection, None, Some(id), error.code(), &error);
    }
}

async fn said(
    connection: &Connection,
    visitor: &Visitor,
    room: Room,
    id: &str,
    text: &str,
) -> Result<(), ApiError> {
    let app = &connection.app;
    let now = app.now();
    // Since the socket was opened a guest may have registered, and anybody may have been silenced.
    let me = app.store.person(&visitor.person.id).await?.ok_or(ApiError::SignInNeeded)?;
    let friend = match &room {
        Room::With(name) => Some(app.store.find(name).await?),
        Room::Lobby | Room::Match(_) => None,
    };
    let place = match (&room, &friend) {
        (Room::Match(name), _) => Place::Match(name.clone()),
        (_, Some(friend)) => Place::of_two(&me.id, &friend.id),
        (_, None) => Place::Lobby,
    };
    let stored = app.store.say(&place, &me, text, id, now).await?;
    if stored.room != place.name() {
        return Err(ApiError::Malformed);
    }
    if stored.at != now.0 {
        // A repeat: the others have heard it.
        connection.send(&telling(room, stored));
        return Ok(());
    }
    match (room, friend) {
        (Room::Match(name), _) => {
            for topic in gate::topics(&name) {
                tell(app, &topic, &me.id, Room::Match(name.clone()), stored.clone());
            }
        }
        (room, Some(other)) => {
            tell(app, &topic::person(&me.id), &me.id, room, stored.clone());
            tell(app, &topic::person(&other.id), &me.id, Room::With(me.name), stored);
        }
        (room, None) => tell(app, topic::LOBBY, &me.id, room, stored),
    }
    Ok(())
}

fn tell(app: &App, topic: &str, from: &str, room: Room, stored: Stored) {
    app.bus.publish_from(from, topic, &gate::text(&telling(room, stored)));
}

fn telling(room: Room, stored: Stored) -> FromServer {
    let message = Message {
        id: stored.id,
        from: stored.name.unwrap_or_default(),
        text: stored.text,
        at: stored.at,
    };
    FromServer::Said { room, message }
}
