-- People and what belongs to them. Guests and accounts are rows of one table, so that a guest who registers keeps everything.

-- A row that is written to see whether the database can be written to.
CREATE TABLE checks (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL
);

CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT,                      -- as they write it; NULL once deleted
    folded TEXT,                    -- as it is compared
    kind TEXT NOT NULL,             -- guest or account
    password TEXT,                  -- argon2id, in its own format
    recovery TEXT UNIQUE,           -- digest of a guest's recovery code
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    admin BIGINT NOT NULL DEFAULT 0,
    silenced_until BIGINT NOT NULL DEFAULT 0,
    deleted BIGINT                  -- when; the row stays because games name it
);
CREATE UNIQUE INDEX people_account ON people (folded) WHERE kind = 'account';
CREATE INDEX people_folded ON people (folded);
CREATE INDEX people_guests ON people (seen) WHERE kind = 'guest';

CREATE TABLE sessions (
    id TEXT PRIMARY KEY,            -- what lists show; not secret
    digest TEXT NOT NULL UNIQUE,    -- of the cookie
    person TEXT NOT NULL REFERENCES people (id),
    agent TEXT NOT NULL,            -- what the browser calls itself
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL
);
CREATE INDEX sessions_person ON sessions (person);
CREATE INDEX sessions_seen ON sessions (seen);

-- API tokens.
CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    person TEXT NOT NULL REFERENCES people (id),
    label TEXT NOT NULL,
    scopes TEXT NOT NULL,           -- read play chat account, by spaces
    created BIGINT NOT NULL,
    seen BIGINT
);
CREATE INDEX tokens_person ON tokens (person);

-- Which session has a live connection to which node. Gone once `until` has passed, whatever happened to the node.
CREATE TABLE presence (
    session TEXT NOT NULL,
    person TEXT NOT NULL,
    node TEXT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (session, node)
);
CREATE INDEX presence_person ON presence (person);
CREATE INDEX presence_node ON presence (node);

-- One row for two people, whoever asked; `low` is the id that sorts first.
CREATE TABLE friends (
    low TEXT NOT NULL REFERENCES people (id),
    high TEXT NOT NULL REFERENCES people (id),
    asker TEXT NOT NULL,
    asked BIGINT NOT NULL,
    accepted BIGINT,                -- when; NULL while only asked
    PRIMARY KEY (low, high)
);
CREATE INDEX friends_high ON friends (high);

CREATE TABLE blocks (
    person TEXT NOT NULL REFERENCES people (id),
    other TEXT NOT NULL REFERENCES people (id),
    at BIGINT NOT NULL,
    PRIMARY KEY (person, other)
);
CREATE INDEX blocks_other ON blocks (other);

CREATE TABLE mutes (
    person TEXT NOT NULL REFERENCES people (id),
    other TEXT NOT NULL REFERENCES people (id),
    at BIGINT NOT NULL,
    PRIMARY KEY (person, other)
);

-- Chat. `seq` orders a room; `client` is the sender's own id of the message, by which a repeat is known.
CREATE TABLE messages (
    room TEXT NOT NULL,
    seq BIGINT NOT NULL,
    id TEXT NOT NULL UNIQUE,
    person TEXT NOT NULL REFERENCES people (id),
    client TEXT NOT NULL,
    text TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (room, seq)
);
CREATE UNIQUE INDEX messages_once ON messages (person, client);

CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    reporter TEXT NOT NULL REFERENCES people (id),
    person TEXT NOT NULL REFERENCES people (id),
    room TEXT NOT NULL,
    message TEXT NOT NULL,
    text TEXT NOT NULL,             -- as it was when reported
    reason TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE UNIQUE INDEX reports_once ON reports (reporter, message);
CREATE INDEX reports_at ON reports (at);

CREATE TABLE quadrants (
    person TEXT NOT NULL REFERENCES people (id),
    name TEXT NOT NULL,
    grid TEXT NOT NULL,             -- rows from the top, as in quadrants.json
    image_path TEXT,
    place BIGINT NOT NULL,          -- their order
    PRIMARY KEY (person, name)
);

-- Rate limits as GCRA: the theoretical arrival time of the next request.
CREATE TABLE throttles (
    key TEXT PRIMARY KEY,
    tat BIGINT NOT NULL
);
CREATE INDEX throttles_tat ON throttles (tat);

-- One-time links for forgotten passwords.
CREATE TABLE resets (
    digest TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (id),
    until BIGINT NOT NULL
);
