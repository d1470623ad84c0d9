-- Answers to requests that came with an Idempotency-Key, written in the transaction of their effect: a key is known exactly
-- when what it named has happened.

CREATE TABLE idempotency_keys (
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  route       text NOT NULL,
  key         text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  -- A key belongs to the path it came with, not to the pattern of its route: the same key for another user's or another
  -- task's path is a mistake of the caller.
  path        text NOT NULL,
  fingerprint bytea NOT NULL CHECK (length(fingerprint) = 32),
  body        jsonb,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, route, key)
);
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at);
