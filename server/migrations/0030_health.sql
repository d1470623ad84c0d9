-- What an operator must know at a glance, at a cost that does not grow with what there is.

-- Since when each run of a schedule has failed: the next tick forgets how the last one ended.
ALTER TABLE schedules ADD COLUMN failing_since timestamptz;

-- failures of the last hour
CREATE INDEX tasks_failed ON tasks (completed_at) WHERE status = 'failed';
-- endpoints that do not answer, of which there are few
CREATE INDEX webhooks_failing ON webhooks (failing_since) WHERE failing_since IS NOT NULL AND disabled_at IS NULL;

-- How much of an engine was used, hour by hour: each minute all slots are looked at, and each adds what it is to its hour. Attempts
-- know when they ran, but not which slots were offered meanwhile, and what a slot does after its attempt (a canceled video that the
-- engine still computes) is in no attempt. So this costs a row per engine and minute, however many attempts there are, and none of
-- them needs an index by time.
CREATE TABLE engine_hours (
  engine    text NOT NULL,
  hour      timestamptz NOT NULL,
  busy_s    int NOT NULL,
  offered_s int NOT NULL,
  PRIMARY KEY (engine, hour)
) WITH (fillfactor = 50);
CREATE INDEX engine_hours_by_time ON engine_hours (hour);

-- Videos by the hour in which they were completed, and money by the hour in which it was booked. An hour is counted once, soon after
-- its end, by an index of its rows. It always has a row of no model or kind, so that the newest row says how far was counted.
CREATE TABLE model_hours (
  hour    timestamptz NOT NULL,
  model   text NOT NULL,
  videos  int NOT NULL,
  video_s float8 NOT NULL,
  bytes   bigint NOT NULL,
  PRIMARY KEY (hour, model)
);
CREATE TABLE ledger_hours (
  hour      timestamptz NOT NULL,
  kind      text NOT NULL,
  movements int NOT NULL,
  amount    bigint NOT NULL,
  PRIMARY KEY (hour, kind)
);
