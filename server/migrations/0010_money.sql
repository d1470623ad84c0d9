-- Invite codes, caps on what a key may spend, the record of reconciliations, and how fast somebody submits.

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

-- What a key with a cap has spent: one row per key and period. Raised with each hold, lowered when a hold is released.
CREATE TABLE api_key_spend (
  key_id uuid NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  period date NOT NULL,
  cap    bigint NOT NULL,
  spent  bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (key_id, period),
  CONSTRAINT spend_within_cap CHECK (spent BETWEEN 0 AND cap)
) WITH (fillfactor = 50);

-- Which key's cap a hold counts against, so that a release gives the room back.
ALTER TABLE ledger_holds
  ADD COLUMN spend_key_id uuid,
  ADD COLUMN spend_period date,
  ADD CONSTRAINT spend_has_a_period CHECK ((spend_key_id IS NULL) = (spend_period IS NULL));

-- Everybody's movements, newest first.
CREATE INDEX ledger_transactions_by_time ON ledger_transactions (created_at DESC, transaction_id DESC);

-- What the checks of the ledger found, and when.
CREATE TABLE reconciliations (
  checked_at timestamptz PRIMARY KEY,
  checks     jsonb NOT NULL,
  is_clean   boolean NOT NULL
);

-- Submissions within one minute, counted in the row that every submission locks anyway.
ALTER TABLE task_counts
  ADD COLUMN submitted_minute timestamptz NOT NULL DEFAULT '-infinity',
  ADD COLUMN submitted        int NOT NULL DEFAULT 0;
