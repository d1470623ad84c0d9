-- The link that makes the first administrator. There is one at most: a newer one takes its place, so that only the newest counts.
CREATE TABLE setup_link (
  is_only    boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
