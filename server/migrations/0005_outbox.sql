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
