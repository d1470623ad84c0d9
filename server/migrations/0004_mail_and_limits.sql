-- Mail goes into this table in the transaction that causes it, and out of it by a worker: a slow or dead mail server costs
-- time, and no request waits for one.

CREATE TABLE mail_outbox (
  mail_id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient  text NOT NULL CHECK (length(recipient) BETWEEN 3 AND 254),
  template   text NOT NULL,
  subject    text NOT NULL,
  body_text  text NOT NULL,
  body_html  text NOT NULL,
  attempts   int NOT NULL DEFAULT 0,
  send_after timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at    timestamptz,
  failed_at  timestamptz,
  last_error text,
  CHECK (sent_at IS NULL OR failed_at IS NULL)
);
CREATE INDEX mail_to_send ON mail_outbox (send_after) WHERE sent_at IS NULL AND failed_at IS NULL;

-- What a mailed link carries: only its hash is kept. The purpose is part of the lookup, so that a token made for one thing
-- opens no other.
CREATE TABLE mail_tokens (
  token_hash  bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose     text NOT NULL CHECK (purpose IN ('verify', 'reset', 'change_password', 'change_email', 'undo_email', 'undo_delete')),
  payload     jsonb NOT NULL DEFAULT '{}',
  created_at  timestamptz NOT NULL DEFAULT now(),
  expires_at  timestamptz NOT NULL,
  consumed_at timestamptz
);
CREATE INDEX live_mail_tokens_of_user ON mail_tokens (user_id, purpose) WHERE consumed_at IS NULL;
CREATE INDEX mail_tokens_of_user ON mail_tokens (user_id);
CREATE INDEX mail_tokens_by_expiry ON mail_tokens (expires_at);

-- Counters of rate-limiter-flexible: its layout.
CREATE TABLE rate_limits (
  key    varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
