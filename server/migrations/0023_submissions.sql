-- Submissions lock the row of their user's counts before they look at limits, and so it has to be there from the start.

INSERT INTO task_counts (user_id) SELECT user_id FROM users ON CONFLICT DO NOTHING;

CREATE FUNCTION open_task_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO task_counts (user_id) VALUES (NEW.user_id);
  RETURN NULL;
END $$;
CREATE TRIGGER open_task_counts AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION open_task_counts();

-- As before; submissions are counted here too, and with them the row is written once.
CREATE OR REPLACE FUNCTION note_task_change() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- As before, but the account of each entry is looked up by its key. A join lets the planner choose, and where it knows entries
-- of old accounts only it chose to walk through all accounts up to the new one: 12 ms a check with 20,000 users.
CREATE OR REPLACE FUNCTION ledger_balanced() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE entries int; total numeric; currencies int;
BEGIN
  SELECT count(*), coalesce(sum(e.amount), 0),
         count(DISTINCT (SELECT a.currency FROM ledger_accounts a WHERE a.account_id = e.account_id))
    INTO entries, total, currencies
    FROM ledger_entries e WHERE e.transaction_id = NEW.transaction_id;
  IF entries < 2 OR total <> 0 OR currencies <> 1 THEN
    RAISE EXCEPTION 'unbalanced ledger transaction %', NEW.transaction_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transaction_balanced';
  END IF;
  RETURN NULL;
END $$;
