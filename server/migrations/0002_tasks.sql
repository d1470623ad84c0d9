-- A task is what a caller asked for, and at the same time its place in the queue: one row, one truth. What happened to it
-- on the way is in task_attempts.

CREATE TABLE tasks (
  task_id          text PRIMARY KEY CHECK (task_id ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$'),
  user_id          uuid NOT NULL REFERENCES users,
  parent_task_id   text REFERENCES tasks,
  model            text NOT NULL,
  status           text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'completed', 'failed')),
  prompt           text,
  negative_prompt  text,
  params           jsonb NOT NULL,
  cost             bigint NOT NULL CHECK (cost BETWEEN 0 AND 9007199254740991),
  progress         real CHECK (progress BETWEEN 0 AND 1),
  result_key       text,
  error_code       text,
  error_message    text,
  request_id       text,
  attempt          int NOT NULL DEFAULT 0,
  failed_attempts  int NOT NULL DEFAULT 0,
  worker_id        text,
  lease_expires_at timestamptz,
  run_after        timestamptz NOT NULL DEFAULT now(),
  deadline_at      timestamptz NOT NULL,
  created_at       timestamptz NOT NULL DEFAULT now(),
  started_at       timestamptz,
  completed_at     timestamptz,
  updated_at       timestamptz NOT NULL DEFAULT now(),
  deleted_at       timestamptz,
  CONSTRAINT running_has_a_lease    CHECK ((status = 'running') = (lease_expires_at IS NOT NULL)),
  CONSTRAINT failed_has_a_reason    CHECK ((status = 'failed') = (error_code IS NOT NULL)),
  CONSTRAINT completed_has_a_result CHECK (status <> 'completed' OR result_key IS NOT NULL),
  CONSTRAINT ended_has_a_time       CHECK ((status IN ('completed', 'failed')) = (completed_at IS NOT NULL)),
  CONSTRAINT deleted_has_ended      CHECK (deleted_at IS NULL OR completed_at IS NOT NULL)
) WITH (fillfactor = 80);
-- the queue, and the leases that can run out
CREATE INDEX tasks_queued ON tasks (model, created_at, task_id) WHERE status = 'queued';
CREATE INDEX tasks_running ON tasks (lease_expires_at) WHERE status = 'running';
CREATE INDEX tasks_unended_by_deadline ON tasks (deadline_at) WHERE completed_at IS NULL;
-- one user's list, newest first, with and without a status
CREATE INDEX tasks_of_user ON tasks (user_id, created_at DESC, task_id DESC) WHERE deleted_at IS NULL;
CREATE INDEX tasks_of_user_by_status ON tasks (user_id, status, created_at DESC, task_id DESC) WHERE deleted_at IS NULL;
CREATE INDEX tasks_of_parent ON tasks (parent_task_id) WHERE parent_task_id IS NOT NULL;

CREATE TABLE task_attempts (
  task_id       text NOT NULL REFERENCES tasks,
  attempt       int NOT NULL,
  worker_id     text NOT NULL,
  engine        text NOT NULL,
  operation     jsonb,
  started_at    timestamptz NOT NULL DEFAULT now(),
  ended_at      timestamptz,
  outcome       text CHECK (outcome IN ('completed', 'failed', 'lost', 'handed_back')),
  error_code    text,
  error_message text,
  PRIMARY KEY (task_id, attempt),
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
);

-- How many tasks a user has in each state, deleted ones left out. A list's total and the limit on active tasks cost one row
-- read, however many tasks there are; the row's lock makes the limit strict.
CREATE TABLE task_counts (
  user_id   uuid PRIMARY KEY REFERENCES users,
  queued    int NOT NULL DEFAULT 0 CHECK (queued >= 0),
  running   int NOT NULL DEFAULT 0 CHECK (running >= 0),
  completed int NOT NULL DEFAULT 0 CHECK (completed >= 0),
  failed    int NOT NULL DEFAULT 0 CHECK (failed >= 0)
) WITH (fillfactor = 50);

CREATE FUNCTION count_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before text := CASE WHEN TG_OP = 'UPDATE' AND OLD.deleted_at IS NULL THEN OLD.status END;
  after  text := CASE WHEN NEW.deleted_at IS NULL THEN NEW.status END;
BEGIN
  IF before IS NOT DISTINCT FROM after THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO task_counts (user_id) VALUES (NEW.user_id) ON CONFLICT DO NOTHING;
  END IF;
  UPDATE task_counts SET
    queued    = queued    + (after IS NOT DISTINCT FROM 'queued')::int    - (before IS NOT DISTINCT FROM 'queued')::int,
    running   = running   + (after IS NOT DISTINCT FROM 'running')::int   - (before IS NOT DISTINCT FROM 'running')::int,
    completed = completed + (after IS NOT DISTINCT FROM 'completed')::int - (before IS NOT DISTINCT FROM 'completed')::int,
    failed    = failed    + (after IS NOT DISTINCT FROM 'failed')::int    - (before IS NOT DISTINCT FROM 'failed')::int
  WHERE user_id = NEW.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER count_tasks_insert AFTER INSERT ON tasks FOR EACH ROW EXECUTE FUNCTION count_tasks();
CREATE TRIGGER count_tasks_update AFTER UPDATE OF status, deleted_at ON tasks FOR EACH ROW EXECUTE FUNCTION count_tasks();
