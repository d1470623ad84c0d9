-- What happened to a user's tasks, in the order in which it was committed: read by event streams and by webhooks.

-- The user's counts are locked by every change of one of their tasks. The number of the user's events lives in the same row,
-- so that numbers have no gaps, a smaller one is never committed after a larger one, and no extra row is locked.
ALTER TABLE task_counts ADD COLUMN event_seq bigint NOT NULL DEFAULT 0;

-- No foreign keys: rows come from the trigger on tasks alone, and neither tasks nor users are ever removed.
CREATE TABLE task_events (
  user_id    uuid NOT NULL,
  seq        bigint NOT NULL CHECK (seq BETWEEN 1 AND 9007199254740991),
  task_id    text NOT NULL,
  type       text NOT NULL CHECK (type IN ('task.queued', 'task.running', 'task.progress', 'task.requeued', 'task.completed',
                                           'task.failed', 'task.deleted')),
  -- json and not jsonb: it is sent as it is written, and never searched
  data       json NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, seq)
);
CREATE INDEX task_events_of_task ON task_events (task_id, seq);
-- to thin out: progress is of interest only while a task runs
CREATE INDEX task_events_progress ON task_events (created_at) WHERE type = 'task.progress';

-- An instant as the API writes it.
CREATE FUNCTION api_instant(at timestamptz) RETURNS text STABLE LANGUAGE sql
  RETURN to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- A task as its events tell it, in the words of TaskOut. What the user wrote is not in it.
CREATE FUNCTION task_event_data(task tasks) RETURNS json STABLE LANGUAGE sql RETURN
  json_build_object(
    'task_id', task.task_id,
    'parent_task_id', task.parent_task_id,
    'model', task.model,
    'status', task.status,
    'progress', task.progress,
    'attempt', task.attempt,
    'result_url', task.result_key,
    'download_url', CASE WHEN task.result_key IS NOT NULL THEN '/api/v1/result/' || task.task_id END,
    'error', CASE WHEN task.error_code IS NOT NULL
                  THEN json_build_object('code', task.error_code, 'message', coalesce(task.error_message, '')) END,
    'cost', task.cost,
    'cost_status', CASE WHEN task.cost = 0 THEN 'free'
                        WHEN task.status = 'completed' THEN 'charged'
                        WHEN task.status = 'failed' THEN 'released'
                        ELSE 'held' END,
    'created_at', api_instant(task.created_at),
    'started_at', api_instant(task.started_at),
    'completed_at', api_instant(task.completed_at),
    'updated_at', api_instant(task.updated_at));

-- Takes the place of count_tasks: counts as before, and writes the event under the same lock.
CREATE FUNCTION note_task_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before text := CASE WHEN TG_OP = 'UPDATE' AND OLD.deleted_at IS NULL THEN OLD.status END;
  after  text := CASE WHEN NEW.deleted_at IS NULL THEN NEW.status END;
  event  text := CASE
    WHEN before IS NULL AND after IS NULL THEN NULL
    WHEN after IS NULL THEN 'task.deleted'
    WHEN before IS NULL OR before <> after THEN
      CASE WHEN after = 'queued' AND TG_OP = 'UPDATE' THEN 'task.requeued' ELSE 'task.' || after END
    WHEN OLD.progress IS DISTINCT FROM NEW.progress THEN 'task.progress'
  END;
BEGIN
  IF event IS NULL THEN RETURN NULL; END IF;
  LOOP
    WITH counted AS (
      UPDATE task_counts SET
        queued    = queued    + (after IS NOT DISTINCT FROM 'queued')::int    - (before IS NOT DISTINCT FROM 'queued')::int,
        running   = running   + (after IS NOT DISTINCT FROM 'running')::int   - (before IS NOT DISTINCT FROM 'running')::int,
        completed = completed + (after IS NOT DISTINCT FROM 'completed')::int - (before IS NOT DISTINCT FROM 'completed')::int,
        failed    = failed    + (after IS NOT DISTINCT FROM 'failed')::int    - (before IS NOT DISTINCT FROM 'failed')::int,
        event_seq = event_seq + 1
      WHERE user_id = NEW.user_id
      RETURNING event_seq
    )
    INSERT INTO task_events (user_id, seq, task_id, type, data)
    SELECT NEW.user_id, counted.event_seq, NEW.task_id, event, task_event_data(NEW) FROM counted;
    EXIT WHEN FOUND;
    -- the user's first task
    INSERT INTO task_counts (user_id) VALUES (NEW.user_id) ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN NULL;
END $$;
DROP TRIGGER count_tasks_insert ON tasks;
DROP TRIGGER count_tasks_update ON tasks;
DROP FUNCTION count_tasks;
CREATE TRIGGER note_new_task AFTER INSERT ON tasks FOR EACH ROW EXECUTE FUNCTION note_task_change();
CREATE TRIGGER note_task_change AFTER UPDATE OF status, progress, deleted_at ON tasks
  FOR EACH ROW EXECUTE FUNCTION note_task_change();
