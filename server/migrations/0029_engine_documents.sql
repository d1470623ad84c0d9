-- Models and engines that administrators name through the API, where no engines file does.

CREATE TABLE engine_documents (
  -- Counts without gaps. The newest one is in force, the others are its history.
  version integer PRIMARY KEY CHECK (version > 0),
  -- The same as an engines file. Not jsonb, which forgets the order of keys: the first model is the default, as is its first size.
  content json NOT NULL,
  -- What the change was, such as `engine gpu-1 changed`.
  what    text NOT NULL,
  -- A user; no foreign key, since the history outlives its authors.
  made_by text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now()
);

-- Keys of engines, sealed: no version of the document holds one, and nobody is shown one.
CREATE TABLE engine_secrets (
  engine     text PRIMARY KEY,
  secret_enc text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
