-- What a running task looks like by now: one picture each, for its owner, until the attempt ends.

-- Unlogged: nobody misses a picture after a crash, and nothing of it gets into the log, its archive or a standby.
CREATE UNLOGGED TABLE live_pictures (
  task_id  text PRIMARY KEY,
  attempt  integer NOT NULL,
  -- A WebP file that a worker has drawn itself.
  picture  bytea NOT NULL CHECK (octet_length(picture) <= 262144),
  -- The picture's hash, as an HTTP entity tag without quotes.
  etag     text NOT NULL,
  shown_at timestamptz NOT NULL DEFAULT now()
);
-- compressed already
ALTER TABLE live_pictures ALTER COLUMN picture SET STORAGE EXTERNAL;
