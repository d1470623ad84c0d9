-- Users' own services that hear of their tasks, and what was sent to each. Nothing of this is written when a task changes:
-- deliveries are made afterwards from task_events, whose numbers say how far an endpoint has got.

CREATE TABLE webhooks (
  webhook_id          uuid PRIMARY KEY,
  user_id             uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  url                 text NOT NULL CHECK (length(url) BETWEEN 1 AND 2048),
  description         text NOT NULL CHECK (length(description) <= 200),
  event_types         text[] NOT NULL CHECK (cardinality(event_types) > 0 AND event_types <@ ARRAY[
                        'task.queued', 'task.running', 'task.progress', 'task.requeued', 'task.completed', 'task.failed', 'task.deleted']),
  language            text NOT NULL CHECK (language IN ('en', 'zh-CN')),
  secret_enc          text NOT NULL CHECK (secret_enc LIKE 'v1.%'),
  previous_secret_enc text CHECK (previous_secret_enc LIKE 'v1.%'),
  previous_until      timestamptz,
  seen_seq            bigint NOT NULL CHECK (seen_seq BETWEEN 0 AND 9007199254740991),
  failing_since       timestamptz,
  disabled_at         timestamptz,
  disabled_by         text CHECK (disabled_by IN ('owner', 'gone', 'failing')),
  lease_id            uuid,
  lease_until         timestamptz,
  created_at          timestamptz NOT NULL,
  updated_at          timestamptz NOT NULL,
  CHECK ((disabled_at IS NULL) = (disabled_by IS NULL)),
  CHECK ((previous_secret_enc IS NULL) = (previous_until IS NULL))
);
CREATE INDEX webhooks_of_user ON webhooks (user_id, created_at);

CREATE TABLE webhook_deliveries (
  delivery_id     uuid PRIMARY KEY,
  webhook_id      uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  seq             bigint CHECK (seq BETWEEN 1 AND 9007199254740991),
  type            text NOT NULL,
  body            text NOT NULL,
  status          text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'delivered', 'failed')),
  attempts        int NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  due_at          timestamptz,
  attempted_at    timestamptz,
  duration_ms     int,
  response_status int,
  response_body   text,
  error           text,
  created_at      timestamptz NOT NULL,
  UNIQUE (webhook_id, seq)
);
-- what is next for an endpoint
CREATE INDEX webhook_deliveries_next ON webhook_deliveries (webhook_id, due_at NULLS FIRST, seq NULLS FIRST)
  WHERE status = 'waiting';
-- the log of an endpoint, and what is to be forgotten
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, created_at DESC, seq DESC NULLS FIRST);
CREATE INDEX webhook_deliveries_old ON webhook_deliveries (created_at);
