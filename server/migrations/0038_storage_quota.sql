-- What a user's videos take, beside the other counts of the user's tasks, so that a quota costs one read. Null until a schedule has
-- counted what was there before.
ALTER TABLE task_counts ADD COLUMN stored_bytes bigint;

CREATE OR REPLACE FUNCTION open_task_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO task_counts (user_id, stored_bytes) VALUES (NEW.user_id, 0);
  RETURN NULL;
END $$;

-- What a task's video takes of its owner's room: nothing once it is deleted, although it can be restored for a while.
CREATE FUNCTION task_stored_bytes(task tasks) RETURNS bigint IMMUTABLE LANGUAGE plpgsql AS $$
BEGIN
  RETURN CASE WHEN task.deleted_at IS NULL AND task.result_key IS NOT NULL
              THEN coalesce((task.media ->> 'bytes')::bigint, 0) ELSE 0 END;
END $$;

-- As in 0028, with the room.
CREATE OR REPLACE FUNCTION note_task_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before text := CASE WHEN OLD.deleted_at IS NULL THEN OLD.status END;
  after  text := CASE WHEN NEW.deleted_at IS NULL THEN NEW.status END;
  event  text := CASE
    WHEN before IS NULL AND after IS NULL THEN NULL
    WHEN after IS NULL THEN 'task.deleted'
    WHEN before IS NULL THEN 'task.restored'
    WHEN before <> after THEN CASE after WHEN 'queued' THEN 'task.requeued' ELSE 'task.' || after END
    WHEN OLD.progress IS DISTINCT FROM NEW.progress THEN 'task.progress'
  END;
  more   bigint := 0;
BEGIN
  IF event IS NULL THEN RETURN NULL; END IF;
  IF event <> 'task.progress' THEN more := task_stored_bytes(NEW) - task_stored_bytes(OLD); END IF;
  WITH counted AS (
    UPDATE task_counts SET
      queued       = queued    + (after IS NOT DISTINCT FROM 'queued')::int    - (before IS NOT DISTINCT FROM 'queued')::int,
      running      = running   + (after IS NOT DISTINCT FROM 'running')::int   - (before IS NOT DISTINCT FROM 'running')::int,
      completed    = completed + (after IS NOT DISTINCT FROM 'completed')::int - (before IS NOT DISTINCT FROM 'completed')::int,
      failed       = failed    + (after IS NOT DISTINCT FROM 'failed')::int    - (before IS NOT DISTINCT FROM 'failed')::int,
      stored_bytes = stored_bytes + more,
      event_seq    = event_seq + 1
    WHERE user_id = NEW.user_id
    RETURNING event_seq
  )
  INSERT INTO task_events (user_id, seq, task_id, type, data)
  SELECT NEW.user_id, counted.event_seq, NEW.task_id, event, task_event_data(NEW) FROM counted;
  RETURN NULL;
END $$;

-- Retention takes a video whose task stays; it takes one task at a time.
CREATE FUNCTION note_purge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE task_counts SET stored_bytes = stored_bytes - task_stored_bytes(OLD) WHERE user_id = NEW.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER note_purge AFTER UPDATE OF result_key ON tasks FOR EACH ROW
  WHEN (OLD.result_key IS NOT NULL AND NEW.result_key IS NULL AND OLD.deleted_at IS NULL AND OLD.status = NEW.status)
  EXECUTE FUNCTION note_purge();
