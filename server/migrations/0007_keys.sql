-- Which keys this database has been used with, as SHA-256 of each: a start with another one, such as after a backup was put
-- back without its key files, is told from a first start.

CREATE TABLE key_marks (
  name      text PRIMARY KEY CHECK (name IN ('signing', 'provenance')),
  mark      bytea NOT NULL CHECK (length(mark) = 32),
  used_from timestamptz NOT NULL DEFAULT now()
);
