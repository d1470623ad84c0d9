-- What happened to a user's tasks, in the order in which it was committed: read by event streams and by webhooks.

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

-- A task as its events tell it, in the words of TaskOut. What the user wrote is not in it. In plpgsql, whose expressions are
-- planned once per connection: one in SQL is read and planned again by each statement that calls it, and every change of a
-- task does.
CREATE FUNCTION task_event_data(task tasks) RETURNS json STABLE LANGUAGE plpgsql AS $$
BEGIN
  RETURN json_build_object(
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
END $$;

-- Counts the task and writes its event under the one lock of the user's counts; submissions are counted here too, so that the
-- row is written once.
CREATE FUNCTION note_task_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before text := CASE WHEN TG_OP = 'UPDATE' AND OLD.deleted_at IS NULL THEN OLD.status END;
  after  text := CASE WHEN NEW.deleted_at IS NULL THEN NEW.status END;
  minute timestamptz := CASE WHEN TG_OP = 'INSERT' THEN date_trunc('minute', now()) END;
  event  text := CASE
    WHEN before IS NULL AND after IS NULL THEN NULL
    WHEN after IS NULL THEN 'task.deleted'
    WHEN before IS NULL OR before <> after THEN
      CASE WHEN after = 'queued' AND TG_OP = 'UPDATE' THEN 'task.requeued' ELSE 'task.' || after END
    WHEN OLD.progress IS DISTINCT FROM NEW.progress THEN 'task.progress'
  END;
BEGIN
  IF event IS NULL THEN RETURN NULL; END IF;
  WITH counted AS (
    UPDATE task_counts SET
      queued           = queued    + (after IS NOT DISTINCT FROM 'queued')::int    - (before IS NOT DISTINCT FROM 'queued')::int,
      running          = running   + (after IS NOT DISTINCT FROM 'running')::int   - (before IS NOT DISTINCT FROM 'running')::int,
      completed        = completed + (after IS NOT DISTINCT FROM 'completed')::int - (before IS NOT DISTINCT FROM 'completed')::int,
      failed           = failed    + (after IS NOT DISTINCT FROM 'failed')::int    - (before IS NOT DISTINCT FROM 'failed')::int,
      submitted        = CASE WHEN minute IS NULL THEN submitted WHEN minute = submitted_minute THEN submitted + 1 ELSE 1 END,
      submitted_minute = coalesce(minute, submitted_minute),
      event_seq        = event_seq + 1
    WHERE user_id = NEW.user_id
    RETURNING event_seq
  )
  INSERT INTO task_events (user_id, seq, task_id, type, data)
  SELECT NEW.user_id, counted.event_seq, NEW.task_id, event, task_event_data(NEW) FROM counted;
  RETURN NULL;
END $$;
CREATE TRIGGER note_new_task AFTER INSERT ON tasks FOR EACH ROW EXECUTE FUNCTION note_task_change();
CREATE TRIGGER note_task_change AFTER UPDATE OF status, progress, deleted_at ON tasks
  FOR EACH ROW EXECUTE FUNCTION note_task_change();
