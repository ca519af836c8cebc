-- A complaint may be about somebody rather than about a message: then `room` and `text` are empty and `message` is `person:ID`,
-- so that one person's complaint about another stands once. `resolved` is when an administrator was done with it.
ALTER TABLE reports ADD COLUMN resolved BIGINT;
