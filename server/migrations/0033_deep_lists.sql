-- A page of the audit log is found at any depth: events of one instant have an order in the indexes too, in which a cursor goes on.
CREATE INDEX audit_events_newest ON audit_events (created_at DESC, event_id DESC);
CREATE INDEX audit_events_of_subject ON audit_events (subject, created_at DESC, event_id DESC);
CREATE INDEX audit_events_of_actor ON audit_events (actor, created_at DESC, event_id DESC);
CREATE INDEX audit_events_of_event ON audit_events (event, created_at DESC, event_id DESC);
DROP INDEX audit_events_by_time;
DROP INDEX audit_events_by_subject;
DROP INDEX audit_events_by_actor;
DROP INDEX audit_events_by_event;
