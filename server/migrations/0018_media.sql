-- What is known of a video since it was stored: size, length, hash, and which pictures of it there are.

ALTER TABLE tasks ADD COLUMN media jsonb CHECK (jsonb_typeof(media) = 'object');

-- whoever has a file asks by its hash; it outlives the file itself
CREATE INDEX tasks_by_file ON tasks ((media ->> 'sha256')) WHERE media IS NOT NULL;
