-- A page of the audit log is found at any depth: events of one instant have an order in the indexes too, in which a cursor goes on.
drop index concurrently if exists audit_events_newest;
create index concurrently audit_events_newest on audit_events (created_at desc, event_id desc);
drop index concurrently if exists audit_events_of_subject;
create index concurrently audit_events_of_subject on audit_events (subject, created_at desc, event_id desc);
drop index concurrently if exists audit_events_of_actor;
create index concurrently audit_events_of_actor on audit_events (actor, created_at desc, event_id desc);
drop index concurrently if exists audit_events_of_event;
create index concurrently audit_events_of_event on audit_events (event, created_at desc, event_id desc);
drop index concurrently if exists audit_events_by_time;
drop index concurrently if exists audit_events_by_subject;
drop index concurrently if exists audit_events_by_actor;
drop index concurrently if exists audit_events_by_event;
