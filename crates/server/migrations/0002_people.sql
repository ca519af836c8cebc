-- People and what belongs to them. Guests and accounts are rows of one table, so that a guest who registers keeps everything.

-- A row that is written to see whether the database can be written to.
CREATE TABLE checks (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL
);
