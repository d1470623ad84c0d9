-- Finding one video among many: by what it is, and by words of its prompt. And deletions that can be undone.

-- What a list may be filtered by stands in its index behind its order: what does not match is passed over within the index. Takes
-- the place of tasks_of_user, which it begins with.
CREATE INDEX tasks_of_user_filtered ON tasks (
  user_id, created_at DESC, task_id DESC, status, model, (params ->> 'resolution'), (params ->> 'aspect_ratio')
) WHERE deleted_at IS NULL;
DROP INDEX tasks_of_user;

-- What a prompt is found by: its words in lower case; of Chinese and Japanese, which have no spaces, every two neighbouring
-- characters, and the last one of each run. Each term begins with its owner, so that a search reads no more of the index than
-- what the one user wrote. The ranges are written out, since what a letter is depends on the locale of the database; and it calls
-- nothing of ours, since indexes are built without a search path.
CREATE FUNCTION prompt_terms(user_id uuid, prompt text) RETURNS tsvector IMMUTABLE PARALLEL SAFE COST 500 LANGUAGE plpgsql AS $$
BEGIN
  RETURN (
    SELECT array_to_tsvector(coalesce(array_agg(right(user_id::text, 12) || ':' || term), '{}'))
      FROM regexp_matches(
             lower(normalize(prompt, NFKC)),
             '([\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+)|' ||
             '([^\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2e00-\u2e7f\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff]+)',
             'g') AS found (run),
           LATERAL (SELECT left(run[2], 60) WHERE run[2] IS NOT NULL
                    UNION ALL
                    SELECT substr(run[1], i, 2) FROM generate_series(1, length(run[1])) AS i) AS terms (term));
END $$;

-- A search: all of its words, each of which may be the beginning of a longer one. Null for a text without words.
CREATE FUNCTION prompt_query(user_id uuid, words text) RETURNS tsquery IMMUTABLE PARALLEL SAFE LANGUAGE plpgsql AS $$
BEGIN
  RETURN (
    SELECT string_agg(quote_literal(term) || ':*', ' & ')::tsquery
      FROM unnest(tsvector_to_array(prompt_terms(user_id, words))) AS term);
END $$;

-- Of ended tasks only: while a task runs its row is written again and again, and each time all of its words would be.
CREATE INDEX tasks_by_words ON tasks USING gin (prompt_terms(user_id, prompt)) WHERE completed_at IS NOT NULL AND deleted_at IS NULL;

-- What is deleted can be taken back for a while.
ALTER TABLE task_events DROP CONSTRAINT task_events_type_check;
ALTER TABLE task_events ADD CONSTRAINT task_events_type_check CHECK (type IN (
  'task.queued', 'task.running', 'task.progress', 'task.requeued', 'task.completed', 'task.failed', 'task.deleted', 'task.restored'
)) NOT VALID;
ALTER TABLE webhooks DROP CONSTRAINT webhooks_event_types_check;
ALTER TABLE webhooks ADD CONSTRAINT webhooks_event_types_check CHECK (cardinality(event_types) > 0 AND event_types <@ ARRAY[
  'task.queued', 'task.running', 'task.progress', 'task.requeued', 'task.completed', 'task.failed', 'task.deleted', 'task.restored'])
  NOT VALID;

-- As before, with the event of a deletion that is undone.
CREATE OR REPLACE FUNCTION note_task_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before text := CASE WHEN TG_OP = 'UPDATE' AND OLD.deleted_at IS NULL THEN OLD.status END;
  after  text := CASE WHEN NEW.deleted_at IS NULL THEN NEW.status END;
  minute timestamptz := CASE WHEN TG_OP = 'INSERT' THEN date_trunc('minute', now()) END;
  event  text := CASE
    WHEN before IS NULL AND after IS NULL THEN NULL
    WHEN after IS NULL THEN 'task.deleted'
    WHEN before IS NULL AND TG_OP = 'UPDATE' THEN 'task.restored'
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
