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
    if let Err(error) = said(&connection.app, visitor, room, &id, text).await {
        refuse_with(connection, None, Some(id), error.code(), &error);
    }
}

async fn said(
    app: &App,
    visitor: &Visitor,
    room: Room,
    id: &str,
    text: &str,
) -> Result<(), ApiError> {
    let now = app.now();
    match room {
        Room::Lobby => {
            let stored = app.store.say(&Place::Lobby, &visitor.person, text, id, now).await?;
            tell(app, topic::LOBBY, &visitor.person.id, Room::Lobby, stored);
        }
        Room::Match(name) => {
            let place = Place::Match(name.clone());
            let stored = app.store.say(&place, &visitor.person, text, id, now).await?;
            for topic in gate::topics(&name) {
                tell(app, &topic, &visitor.person.id, Room::Match(name.clone()), stored.clone());
            }
        }
        Room::With(name) => {
            let friend = app.store.find(&name).await?;
            let place = Place::of_two(&visitor.person.id, &friend.id);
            let stored = app.store.say(&place, &visitor.person, text, id, now).await?;
            let (me, other) = (&visitor.person, &friend);
            tell(
                app,
                &topic::person(&me.id),
                &me.id,
                Room::With(other.name.clone()),
                stored.clone(),
            );
            tell(app, &topic::person(&other.id), &me.id, Room::With(me.name.clone()), stored);
        }
    }
    Ok(())
}

fn tell(app: &App, topic: &str, from: &str, room: Room, stored: Stored) {
    let message = Message {
        id: stored.id,
        from: stored.name.unwrap_or_default(),
        text: stored.text,
        at: stored.at,
    };
    app.bus.publish_from(from, topic, &gate::text(&FromServer::Said { room, message }));
}
