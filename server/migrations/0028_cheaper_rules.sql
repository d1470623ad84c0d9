-- As in 0026: the same rules for less. A CHECK is read from the catalog again by each statement that writes to its table, and a trigger
-- for each row runs its statements for each row; both were a third of what a submission costs.

-- New tasks are counted once for each owner, and their events written together, in the order of the tasks.
CREATE FUNCTION note_new_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH seen AS (
    SELECT user_id, status, task_id, task_event_data(written::tasks) AS data, row_number() OVER () AS place
      FROM written WHERE deleted_at IS NULL
  ), news AS (
    SELECT user_id, count(*)                             AS all_of_them,
           count(*) FILTER (WHERE status = 'queued')    AS queued,
           count(*) FILTER (WHERE status = 'running')   AS running,
           count(*) FILTER (WHERE status = 'completed') AS completed,
           count(*) FILTER (WHERE status = 'failed')    AS failed
      FROM seen GROUP BY user_id
  ), counted AS (
    UPDATE task_counts AS counts SET
      queued           = counts.queued    + news.queued,
      running          = counts.running   + news.running,
      completed        = counts.completed + news.completed,
      failed           = counts.failed    + news.failed,
      submitted        = all_of_them + CASE submitted_minute WHEN date_trunc('minute', now()) THEN submitted ELSE 0 END,
      submitted_minute = date_trunc('minute', now()),
      event_seq        = event_seq + all_of_them
      FROM news WHERE counts.user_id = news.user_id
    RETURNING counts.user_id, event_seq - all_of_them AS seq_before
  )
  INSERT INTO task_events (user_id, seq, task_id, type, data)
  SELECT user_id, seq_before + row_number() OVER (PARTITION BY user_id ORDER BY place), task_id, 'task.' || status, data
    FROM seen JOIN counted USING (user_id);
  RETURN NULL;
END $$;
DROP TRIGGER note_new_task ON tasks;
CREATE TRIGGER note_new_tasks AFTER INSERT ON tasks
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_new_tasks();

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
BEGIN
  IF event IS NULL THEN RETURN NULL; END IF;
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
  RETURN NULL;
END $$;

-- Nothing but these triggers writes events.
ALTER TABLE task_events DROP CONSTRAINT task_events_seq_check, DROP CONSTRAINT task_events_type_check;

ALTER TABLE task_attempts DROP CONSTRAINT task_attempts_check, DROP CONSTRAINT task_attempts_error_class_check,
                          DROP CONSTRAINT task_attempts_outcome_check;
CREATE FUNCTION attempt_is_sound() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken text := CASE
    WHEN (NEW.ended_at IS NULL) <> (NEW.outcome IS NULL)                                       THEN 'task_attempts_check'
    WHEN NEW.error_class NOT IN ('request', 'engine', 'worker', 'deadline')                    THEN 'task_attempts_error_class_check'
    WHEN NEW.outcome NOT IN ('completed', 'failed', 'lost', 'handed_back', 'canceled')         THEN 'task_attempts_outcome_check'
  END;
BEGIN
  IF broken IS NULL THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'attempt % of task % breaks %', NEW.attempt, NEW.task_id, broken
    USING ERRCODE = 'check_violation', CONSTRAINT = broken;
END $$;
CREATE TRIGGER attempt_is_sound BEFORE INSERT OR UPDATE OF ended_at, outcome, error_class ON task_attempts
  FOR EACH ROW EXECUTE FUNCTION attempt_is_sound();

ALTER TABLE engine_slots DROP CONSTRAINT taken_by_an_attempt, DROP CONSTRAINT engine_slots_frame_limits_check;
CREATE FUNCTION slot_is_sound() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken text := CASE
    WHEN num_nulls(NEW.task_id, NEW.attempt, NEW.taken_at) NOT IN (0, 3) THEN 'taken_by_an_attempt'
    WHEN jsonb_typeof(NEW.frame_limits) <> 'object'                      THEN 'engine_slots_frame_limits_check'
  END;
BEGIN
  IF broken IS NULL THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'slot % of % breaks %', NEW.slot, NEW.engine, broken USING ERRCODE = 'check_violation', CONSTRAINT = broken;
END $$;
CREATE TRIGGER slot_is_sound BEFORE INSERT OR UPDATE OF task_id, attempt, taken_at, frame_limits ON engine_slots
  FOR EACH ROW EXECUTE FUNCTION slot_is_sound();

ALTER TABLE ledger_holds
  DROP CONSTRAINT active_is_unresolved, DROP CONSTRAINT captured_means_paid, DROP CONSTRAINT captured_within_hold,
  DROP CONSTRAINT ledger_holds_amount_check, DROP CONSTRAINT ledger_holds_state_check, DROP CONSTRAINT refunded_within_capture,
  DROP CONSTRAINT spend_has_a_period;
CREATE FUNCTION hold_is_sound() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken text := CASE
    WHEN NOT (NEW.amount > 0)                                               THEN 'ledger_holds_amount_check'
    WHEN NEW.state NOT IN ('active', 'captured', 'released')                THEN 'ledger_holds_state_check'
    WHEN NOT (NEW.captured BETWEEN 0 AND NEW.amount)                        THEN 'captured_within_hold'
    WHEN NOT (NEW.refunded BETWEEN 0 AND NEW.captured)                      THEN 'refunded_within_capture'
    WHEN (NEW.state = 'active') <> (NEW.resolved_at IS NULL)                THEN 'active_is_unresolved'
    WHEN (NEW.state = 'captured') <> (NEW.captured > 0)                     THEN 'captured_means_paid'
    WHEN num_nulls(NEW.spend_key_id, NEW.spend_period) = 1                  THEN 'spend_has_a_period'
  END;
BEGIN
  IF broken IS NULL THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'hold % breaks %', NEW.hold_id, broken USING ERRCODE = 'check_violation', CONSTRAINT = broken;
END $$;
CREATE TRIGGER hold_is_sound BEFORE INSERT OR UPDATE ON ledger_holds FOR EACH ROW EXECUTE FUNCTION hold_is_sound();

-- A transaction and its entries are written by one statement, so each statement's entries are in balance by themselves.
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_amount_check;
CREATE OR REPLACE FUNCTION ledger_balanced() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE unbalanced uuid;
BEGIN
  SELECT transaction_id INTO unbalanced FROM written AS entry GROUP BY transaction_id
  HAVING count(*) < 2 OR sum(amount) <> 0 OR bool_or(amount = 0)
      OR count(DISTINCT (SELECT currency FROM ledger_accounts AS account WHERE account.account_id = entry.account_id)) <> 1
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'unbalanced ledger transaction %', unbalanced
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transaction_balanced';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER ledger_balanced_t ON ledger_transactions;
ALTER TABLE ledger_transactions
  DROP CONSTRAINT ledger_transactions_kind_check, DROP CONSTRAINT hold_kinds_name_a_hold, DROP CONSTRAINT adjustment_has_reason,
  DROP CONSTRAINT charge_has_reason;
CREATE FUNCTION movements_are_sound() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  unsound uuid;
  broken  text;
BEGIN
  SELECT transaction_id, breaks INTO unsound, broken FROM (
    SELECT transaction_id, CASE
        WHEN kind NOT IN ('topup', 'signup_bonus', 'hold', 'capture', 'release', 'refund', 'adjustment', 'charge')
          THEN 'ledger_transactions_kind_check'
        WHEN (kind IN ('hold', 'capture', 'release', 'refund')) <> (hold_id IS NOT NULL) THEN 'hold_kinds_name_a_hold'
        WHEN kind IN ('adjustment', 'charge') AND coalesce(length(reason), 0) < 3      THEN kind || '_has_reason'
        WHEN NOT EXISTS (SELECT FROM ledger_entries AS entry WHERE entry.transaction_id = movement.transaction_id)
          THEN 'ledger_transaction_balanced'
      END AS breaks FROM written AS movement
  ) AS judged WHERE breaks IS NOT NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger transaction % breaks %', unsound, broken USING ERRCODE = 'check_violation', CONSTRAINT = broken;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER movements_are_sound AFTER INSERT ON ledger_transactions
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION movements_are_sound();
