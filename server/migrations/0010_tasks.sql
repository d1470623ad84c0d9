-- A task is what a caller asked for, and at the same time its place in the queue: one row, one truth. What happened to it
-- on the way is in task_attempts.

CREATE TABLE tasks (
  task_id          text PRIMARY KEY CHECK (task_id ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$'),
  user_id          uuid NOT NULL REFERENCES users,
  parent_task_id   text REFERENCES tasks,
  model            text NOT NULL,
  status           text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'completed', 'failed')),
  prompt           text,
  original_prompt  text,
  negative_prompt  text,
  params           jsonb NOT NULL,
  cost             bigint NOT NULL CHECK (cost BETWEEN 0 AND 9007199254740991),

  -- its turn: the tag is the virtual time at which the task would end if all users were served at once, each by their
  -- weight; the queue is served in the order of tags
  priority         smallint NOT NULL DEFAULT 0 CHECK (priority BETWEEN -10 AND 10),
  expected_s       real NOT NULL DEFAULT 1 CHECK (expected_s > 0),
  queue_tag        float8 NOT NULL DEFAULT 0,
  run_after        timestamptz NOT NULL DEFAULT now(),
  reserved_until   timestamptz,
  deadline_at      timestamptz NOT NULL,

  -- its newest attempt
  attempt          int NOT NULL DEFAULT 0,
  failed_attempts  int NOT NULL DEFAULT 0,
  worker_id        text,
  lease_expires_at timestamptz,
  progress         real CHECK (progress BETWEEN 0 AND 1),

  -- what came of it. A video may be removed while its task stays: after a time, or when the task is deleted
  result_key       text,
  result_purged_at timestamptz,
  media            jsonb CHECK (jsonb_typeof(media) = 'object'),
  error_code       text,
  error_message    text,
  -- What a task may have stored is known by its id, before anything is. A task that has ended without a video owns none of
  -- it: when to remove it, and `infinity` once nothing can come any more. Nobody has to set it: every task is due until it
  -- was swept.
  sweep_at         timestamptz NOT NULL DEFAULT '-infinity',

  request_id       text,
  created_at       timestamptz NOT NULL DEFAULT now(),
  started_at       timestamptz,
  completed_at     timestamptz,
  updated_at       timestamptz NOT NULL DEFAULT now(),
  deleted_at       timestamptz,
  CONSTRAINT running_has_a_lease    CHECK ((status = 'running') = (lease_expires_at IS NOT NULL)),
  CONSTRAINT failed_has_a_reason    CHECK ((status = 'failed') = (error_code IS NOT NULL)),
  CONSTRAINT completed_has_a_result CHECK (status <> 'completed' OR (result_key IS NULL) = (result_purged_at IS NOT NULL)),
  CONSTRAINT ended_has_a_time       CHECK ((status IN ('completed', 'failed')) = (completed_at IS NOT NULL)),
  CONSTRAINT deleted_has_ended      CHECK (deleted_at IS NULL OR completed_at IS NOT NULL)
) WITH (fillfactor = 80);
-- the queue
CREATE INDEX tasks_queued ON tasks (model, queue_tag, created_at, task_id) WHERE status = 'queued';
-- A heartbeat moves the end of a lease. Were that in an index, each one would write a new entry into every index of the
-- table; so it stays within its page. There are never more running tasks than slots, so that looking at all of them is cheap.
CREATE INDEX tasks_running ON tasks (model) WHERE status = 'running';
CREATE INDEX tasks_unended_by_deadline ON tasks (deadline_at) WHERE completed_at IS NULL;
-- one user's list, newest first, with and without a status
CREATE INDEX tasks_of_user ON tasks (user_id, created_at DESC, task_id DESC) WHERE deleted_at IS NULL;
CREATE INDEX tasks_of_user_by_status ON tasks (user_id, status, created_at DESC, task_id DESC) WHERE deleted_at IS NULL;
CREATE INDEX tasks_of_parent ON tasks (parent_task_id) WHERE parent_task_id IS NOT NULL;
-- A video is enhanced once: the first target wins, until its owner deletes the sub-task.
CREATE UNIQUE INDEX tasks_enhance_of ON tasks (parent_task_id) WHERE model = 'enhance' AND deleted_at IS NULL;
-- videos that are due to be removed, the oldest first, and what may have been stored without becoming one
CREATE INDEX tasks_with_result ON tasks (completed_at) WHERE result_key IS NOT NULL;
CREATE INDEX tasks_deleted_with_result ON tasks (deleted_at) WHERE deleted_at IS NOT NULL AND result_key IS NOT NULL;
CREATE INDEX tasks_to_sweep ON tasks (sweep_at)
  WHERE completed_at IS NOT NULL AND result_key IS NULL AND attempt > 0 AND sweep_at < 'infinity';
-- whoever has a file asks by its hash; it outlives the file itself
CREATE INDEX tasks_by_file ON tasks ((media ->> 'sha256')) WHERE media IS NOT NULL;

CREATE TABLE task_attempts (
  task_id       text NOT NULL REFERENCES tasks,
  attempt       int NOT NULL,
  worker_id     text NOT NULL,
  engine        text NOT NULL,
  operation     jsonb,
  started_at    timestamptz NOT NULL DEFAULT now(),
  ended_at      timestamptz,
  outcome       text CHECK (outcome IN ('completed', 'failed', 'lost', 'handed_back', 'canceled')),
  error_class   text CHECK (error_class IN ('request', 'engine', 'worker', 'deadline')),
  error_code    text,
  error_message text,
  PRIMARY KEY (task_id, attempt),
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
);

-- How many tasks a user has in each state, deleted ones left out. A list's total and the limits on active tasks and on
-- submissions within one minute cost one row, however many tasks there are; the row's lock makes the limits strict.
-- Every change of a task locks this row, and so the number of the user's newest event lives in it as well: numbers have no
-- gaps, a smaller one is never committed after a larger one, and no extra row is locked.
CREATE TABLE task_counts (
  user_id          uuid PRIMARY KEY REFERENCES users,
  queued           int NOT NULL DEFAULT 0 CHECK (queued >= 0),
  running          int NOT NULL DEFAULT 0 CHECK (running >= 0),
  completed        int NOT NULL DEFAULT 0 CHECK (completed >= 0),
  failed           int NOT NULL DEFAULT 0 CHECK (failed >= 0),
  submitted_minute timestamptz NOT NULL DEFAULT '-infinity',
  submitted        int NOT NULL DEFAULT 0,
  event_seq        bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- A submission locks the row before it looks at limits, and so the row is there from the start.
CREATE FUNCTION open_task_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO task_counts (user_id) VALUES (NEW.user_id);
  RETURN NULL;
END $$;
CREATE TRIGGER open_task_counts AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION open_task_counts();

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
  -- `model/mode`: an engine may make videos of texts for a model, and none of images.
  offers       text[] NOT NULL DEFAULT '{}',
  -- By model the most frames of a video; without a limit where a model is not named.
  frame_limits jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(frame_limits) = 'object'),
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

-- What each worker last found out about each engine that it serves.
CREATE TABLE engine_reports (
  engine      text NOT NULL,
  worker_id   text NOT NULL,
  kind        text NOT NULL,
  -- Without credentials; null for an engine in the worker's own process.
  url         text,
  reached_at  timestamptz,
  version     text,
  offers      text[] NOT NULL DEFAULT '{}',
  problems    jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(problems) = 'array'),
  -- Failures in a row: of calls, or of attempts.
  failures    int NOT NULL DEFAULT 0 CHECK (failures >= 0),
  -- It gets nothing until then.
  rests_until timestamptz,
  checked_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (engine, worker_id)
) WITH (fillfactor = 50);
