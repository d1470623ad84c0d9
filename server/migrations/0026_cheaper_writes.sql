-- The same rules for less. PostgreSQL reads the CHECKs of a table from its catalog again for each statement that writes to it, and
-- it tries all of them whatever column changes; a deferred trigger runs once for each row. A function is read once per
-- connection. Measured by bench/writes.ts.

-- A ledger transaction and its entries are written by one statement, so that their balance is tried once, at its end.
DROP TRIGGER ledger_balanced_t ON ledger_transactions;
DROP TRIGGER ledger_balanced_e ON ledger_entries;
-- The sums are looked up by key for each transaction: a join lets the planner choose, and it chose to walk through all accounts.
CREATE OR REPLACE FUNCTION ledger_balanced() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE unbalanced uuid;
BEGIN
  SELECT transaction_id INTO unbalanced FROM (SELECT DISTINCT transaction_id FROM written) AS touched
   WHERE NOT (
     SELECT count(*) >= 2 AND sum(amount) = 0
            AND count(DISTINCT (SELECT a.currency FROM ledger_accounts a WHERE a.account_id = e.account_id)) = 1
       FROM ledger_entries e WHERE e.transaction_id = touched.transaction_id)
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'unbalanced ledger transaction %', unbalanced
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transaction_balanced';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_balanced_t AFTER INSERT ON ledger_transactions
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION ledger_balanced();
CREATE TRIGGER ledger_balanced_e AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION ledger_balanced();

-- What an account is never changes; so it is judged when the account is made, and not with each movement.
ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_kind_check, DROP CONSTRAINT owner_matches_kind,
                            DROP CONSTRAINT only_user_rows_are_hot;
CREATE OR REPLACE FUNCTION account_starts_at_zero() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (CASE WHEN NEW.owner_user_id IS NULL
               THEN NEW.kind IN ('platform_topups', 'platform_promotions', 'platform_revenue', 'platform_adjustments')
               ELSE NEW.kind IN ('user_available', 'user_held') END) THEN
    RAISE EXCEPTION 'no such kind of account: %', NEW.kind USING ERRCODE = 'check_violation', CONSTRAINT = 'owner_matches_kind';
  END IF;
  NEW.balance  := CASE WHEN NEW.owner_user_id IS NULL THEN NULL ELSE 0 END;
  NEW.last_seq := 0;
  RETURN NEW;
END $$;
CREATE FUNCTION account_stays_what_it_is() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.account_id, NEW.owner_user_id, NEW.kind, NEW.currency)
       IS DISTINCT FROM (OLD.account_id, OLD.owner_user_id, OLD.kind, OLD.currency) THEN
    RAISE EXCEPTION 'an account never changes hands' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER account_stays_what_it_is BEFORE UPDATE OF account_id, owner_user_id, kind, currency ON ledger_accounts
  FOR EACH ROW EXECUTE FUNCTION account_stays_what_it_is();

ALTER TABLE task_counts DROP CONSTRAINT task_counts_queued_check, DROP CONSTRAINT task_counts_running_check,
                        DROP CONSTRAINT task_counts_completed_check, DROP CONSTRAINT task_counts_failed_check;
ALTER TABLE task_counts ADD CONSTRAINT counts_not_negative CHECK (least(queued, running, completed, failed) >= 0);

ALTER TABLE tasks
  DROP CONSTRAINT tasks_task_id_check, DROP CONSTRAINT tasks_status_check, DROP CONSTRAINT tasks_cost_check,
  DROP CONSTRAINT tasks_priority_check, DROP CONSTRAINT tasks_expected_s_check, DROP CONSTRAINT tasks_progress_check,
  DROP CONSTRAINT tasks_media_check, DROP CONSTRAINT running_has_a_lease, DROP CONSTRAINT failed_has_a_reason,
  DROP CONSTRAINT completed_has_a_result, DROP CONSTRAINT ended_has_a_time, DROP CONSTRAINT deleted_has_ended;
-- What holds for every task; as in a CHECK, null is no breach.
CREATE FUNCTION task_is_sound() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken text := CASE
    WHEN NOT (NEW.status IN ('queued', 'running', 'completed', 'failed'))                 THEN 'tasks_status_check'
    WHEN NOT (NEW.progress BETWEEN 0 AND 1)                                               THEN 'tasks_progress_check'
    WHEN NOT (jsonb_typeof(NEW.media) = 'object')                                         THEN 'tasks_media_check'
    WHEN NOT ((NEW.status = 'running') = (NEW.lease_expires_at IS NOT NULL))              THEN 'running_has_a_lease'
    WHEN NOT ((NEW.status = 'failed') = (NEW.error_code IS NOT NULL))                     THEN 'failed_has_a_reason'
    WHEN NOT (NEW.status <> 'completed' OR (NEW.result_key IS NULL) = (NEW.result_purged_at IS NOT NULL))
                                                                                          THEN 'completed_has_a_result'
    WHEN NOT ((NEW.status IN ('completed', 'failed')) = (NEW.completed_at IS NOT NULL))   THEN 'ended_has_a_time'
    WHEN NOT (NEW.deleted_at IS NULL OR NEW.completed_at IS NOT NULL)                     THEN 'deleted_has_ended'
    WHEN NOT (NEW.priority BETWEEN -10 AND 10)                                            THEN 'tasks_priority_check'
    WHEN NOT (NEW.expected_s > 0)                                                         THEN 'tasks_expected_s_check'
    WHEN NOT (NEW.cost BETWEEN 0 AND 9007199254740991)                                    THEN 'tasks_cost_check'
    WHEN TG_OP = 'INSERT' AND NOT (NEW.task_id ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$')      THEN 'tasks_task_id_check'
  END;
BEGIN
  IF broken IS NULL THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'task % breaks %', NEW.task_id, broken USING ERRCODE = 'check_violation', CONSTRAINT = broken;
END $$;
CREATE TRIGGER task_is_sound BEFORE INSERT OR UPDATE ON tasks FOR EACH ROW EXECUTE FUNCTION task_is_sound();

-- Its only statement is planned once per connection, and not with each prompt.
ALTER FUNCTION prompt_terms SET plan_cache_mode = force_generic_plan;
