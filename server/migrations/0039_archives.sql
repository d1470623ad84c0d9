-- Old rows that were moved out of the database: each line of an object is one of them.
CREATE TABLE archives (
  archive_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  object_key text NOT NULL UNIQUE,
  what       text NOT NULL,
  rows       int NOT NULL,
  first_at   timestamptz NOT NULL,
  last_at    timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX archives_by_time ON archives (what, first_at);
