-- The log in the order in which it is written: each decision names the place of the one before it in its match, and `tips` the last
-- place of each match. What thousands of matches write at a time lies together, so that a commit writes a few pages and not one
-- for each match. An append is compare-and-swap on the tip.
CREATE TABLE chain (
    place BIGINT PRIMARY KEY,       -- grows with time
    previous BIGINT NOT NULL,       -- 0 for the first of a match
    match TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    events TEXT NOT NULL
);
CREATE TABLE tips (
    match TEXT PRIMARY KEY,
    place BIGINT NOT NULL
);

INSERT INTO chain (place, previous, match, seq, at, events)
SELECT place, COALESCE(LAG(place) OVER (PARTITION BY match ORDER BY seq), 0), match, seq, at, events
FROM (SELECT ROW_NUMBER() OVER (ORDER BY at, match, seq) AS place, match, seq, at, events FROM log) AS numbered;

INSERT INTO tips (match, place)
SELECT match, place FROM chain WHERE place NOT IN (SELECT previous FROM chain);

DROP TABLE log;
ALTER TABLE chain RENAME TO log;
