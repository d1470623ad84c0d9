-- Who did what. Append only: the address may be forgotten and a row may be removed when its time is over, nothing else changes.

CREATE TABLE audit_events (
  event_id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event      text NOT NULL,
  actor      text NOT NULL,
  subject    text,
  ip         inet,
  request_id text,
  details    jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);
-- the log as administrators read it
CREATE INDEX audit_events_by_time ON audit_events (created_at);
CREATE INDEX audit_events_by_subject ON audit_events (subject, created_at);
CREATE INDEX audit_events_by_actor ON audit_events (actor, created_at);
CREATE INDEX audit_events_by_event ON audit_events (event, created_at);

CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit rows are append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OF event, actor, subject, request_id, details, created_at
  ON audit_events FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
