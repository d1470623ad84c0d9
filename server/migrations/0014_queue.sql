-- Fair turns in the queue, engine slots that every worker sees, and the workers themselves.

-- A user's tasks take turns with everybody else's: the tag is the virtual time at which a task would end if all users were
-- served at once, each by their weight. The queue is served in the order of tags.
ALTER TABLE users ADD COLUMN queue_weight float8 NOT NULL DEFAULT 1 CHECK (queue_weight BETWEEN 0.01 AND 100);

ALTER TABLE tasks
  ADD COLUMN priority       smallint NOT NULL DEFAULT 0 CHECK (priority BETWEEN -10 AND 10),
  ADD COLUMN expected_s     real NOT NULL DEFAULT 1 CHECK (expected_s > 0),
  ADD COLUMN queue_tag      float8 NOT NULL DEFAULT 0,
  ADD COLUMN reserved_until timestamptz;
DROP INDEX tasks_queued;
CREATE INDEX tasks_queued ON tasks (model, queue_tag, created_at, task_id) WHERE status = 'queued';

-- One row per model that a worker has offered.
CREATE TABLE queues (
  model            text PRIMARY KEY,
  virtual_time     float8 NOT NULL DEFAULT 0,
  seconds_per_unit float8 CHECK (seconds_per_unit > 0),
  paused_at        timestamptz,
  paused_by        uuid REFERENCES users ON DELETE SET NULL
) WITH (fillfactor = 50);

-- Where a user's next task of a model stands. Its lock lets two submissions at once have one tag after the other.
CREATE TABLE queue_turns (
  user_id         uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  model           text NOT NULL,
  last_tag        float8 NOT NULL,
  lowest_priority smallint NOT NULL,
  PRIMARY KEY (user_id, model)
) WITH (fillfactor = 50);

CREATE TABLE workers (
  worker_id      text PRIMARY KEY,
  version        text NOT NULL,
  host           text NOT NULL,
  pid            int NOT NULL,
  started_at     timestamptz NOT NULL DEFAULT now(),
  seen_at        timestamptz NOT NULL DEFAULT now(),
  draining_since timestamptz
);

-- One row per operation that an engine does at once. A slot is taken by a claim and given back when the engine is known to
-- be done with the operation: after a crash or a cancellation that may be later than its task.
CREATE TABLE engine_slots (
  engine       text NOT NULL,
  -- The worker whose own process the engine is in; empty for a server that all workers share.
  owner        text NOT NULL DEFAULT '',
  slot         int NOT NULL,
  models       text[] NOT NULL,
  seen_at      timestamptz NOT NULL DEFAULT now(),
  task_id      text,
  attempt      int,
  taken_at     timestamptz,
  loaded_model text,
  loaded_at    timestamptz,
  checked_at   timestamptz,
  PRIMARY KEY (engine, owner, slot),
  CONSTRAINT taken_by_an_attempt CHECK ((task_id IS NULL) = (attempt IS NULL) AND (task_id IS NULL) = (taken_at IS NULL))
) WITH (fillfactor = 50);

ALTER TABLE task_attempts
  ADD COLUMN error_class text CHECK (error_class IN ('request', 'engine', 'worker', 'deadline')),
  DROP CONSTRAINT task_attempts_outcome_check,
  ADD CONSTRAINT task_attempts_outcome_check
    CHECK (outcome IN ('completed', 'failed', 'lost', 'handed_back', 'canceled'));
