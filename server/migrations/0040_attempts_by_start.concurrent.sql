-- Finds old attempts for the price of a few pages. It is not written when an attempt ends, as an index of its end would be.
drop index concurrently if exists task_attempts_by_start;
create index concurrently task_attempts_by_start on task_attempts using brin (started_at) with (pages_per_range = 32);
