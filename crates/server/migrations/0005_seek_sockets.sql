-- Which socket looks: one that has been given up must not end a search that its successor goes on with.
ALTER TABLE seeks ADD COLUMN socket TEXT NOT NULL DEFAULT '';
