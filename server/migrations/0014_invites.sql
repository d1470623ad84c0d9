-- A code grants its bonus once per user. The code itself is shown once, when it is made.

CREATE TABLE invite_codes (
  invite_code_id uuid PRIMARY KEY,
  code_hash      bytea NOT NULL UNIQUE CHECK (length(code_hash) = 32),
  last4          text NOT NULL,
  note           text,
  bonus          bigint NOT NULL CHECK (bonus BETWEEN 1 AND 1000000000),
  max_uses       int NOT NULL CHECK (max_uses > 0),
  used           int NOT NULL DEFAULT 0,
  expires_at     timestamptz,
  disabled_at    timestamptz,
  created_by     uuid REFERENCES users ON DELETE SET NULL,
  created_at     timestamptz NOT NULL,
  CONSTRAINT used_within_max CHECK (used BETWEEN 0 AND max_uses)
);
