-- Matches and their logs. Only types that SQLite and PostgreSQL both know: TEXT, BIGINT, DOUBLE PRECISION. Times are milliseconds
-- since 1970. Switches are 0 or 1.

CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    terms TEXT NOT NULL,            -- the agreed terms as JSON
    game TEXT NOT NULL,
    speed TEXT NOT NULL,
    rated BIGINT NOT NULL,
    private BIGINT NOT NULL,
    one TEXT,                       -- who sits there; nobody yet, or a computer
    two TEXT,
    status TEXT NOT NULL,           -- open, playing, over
    code TEXT UNIQUE,               -- the short code by which a friend joins
    invited TEXT,                   -- the only one who may join, if somebody was asked
    result TEXT,                    -- 1-0 checkmate
    winner BIGINT,                  -- 1 or 2; 0 for a draw; NULL while nobody has a point
    plies BIGINT NOT NULL DEFAULT 0,
    created BIGINT NOT NULL,
    started BIGINT,
    ended BIGINT,
    due BIGINT                      -- never later than the next thing that happens by itself
);
CREATE INDEX matches_due ON matches (due) WHERE due IS NOT NULL;
CREATE INDEX matches_one ON matches (one, created);
CREATE INDEX matches_two ON matches (two, created);
CREATE INDEX matches_status ON matches (status, created);

-- One row for each decision; (match, seq) is what makes an append compare-and-swap.
CREATE TABLE log (
    match TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    events TEXT NOT NULL,
    PRIMARY KEY (match, seq)
);

CREATE TABLE ratings (
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    speed TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (person, game, speed)
);
CREATE INDEX ratings_rank ON ratings (game, speed, rating);

-- What each rated match did to a rating: the graph on a player's page.
CREATE TABLE rating_changes (
    match TEXT NOT NULL,
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    speed TEXT NOT NULL,
    before DOUBLE PRECISION NOT NULL,
    after DOUBLE PRECISION NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (match, person)
);
CREATE INDEX rating_changes_person ON rating_changes (person, at);

-- Who waits for whom.
CREATE TABLE seeks (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    pool TEXT NOT NULL,             -- game, options, time and rated: only equals meet
    terms TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    since BIGINT NOT NULL,
    until BIGINT NOT NULL           -- refreshed while the person is connected
);
CREATE INDEX seeks_pool ON seeks (pool, since);

-- When each node was last known to be alive: what lies between is given back to the players' clocks.
CREATE TABLE nodes (
    id TEXT PRIMARY KEY,
    alive BIGINT NOT NULL
);
CREATE TABLE outages (
    since BIGINT PRIMARY KEY,
    until BIGINT NOT NULL
);
