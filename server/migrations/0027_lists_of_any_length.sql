-- A page costs the same however much there is.

-- One user's list, newest first; what it may be filtered by stood behind its order, and whoever looked for what is rare, or for what
-- is not there, walked through all of it.
CREATE INDEX tasks_of_user ON tasks (user_id, created_at DESC, task_id DESC) WHERE deleted_at IS NULL;
-- What it may be filtered by stands before the order: a user has few kinds of tasks, each is found by one step, and each has its newest
-- in front. Old tasks have no resolution; null has no place in an order, so that none could be found after it.
CREATE INDEX tasks_of_user_by_kind ON tasks (
  user_id, model, status, coalesce(params ->> 'resolution', ''), coalesce(params ->> 'aspect_ratio', ''), created_at DESC, task_id DESC
) WHERE deleted_at IS NULL;
DROP INDEX tasks_of_user_filtered;
-- Everybody's tasks as administrators list them, in the same way.
CREATE INDEX tasks_by_kind ON tasks (model, status, created_at DESC, task_id DESC) WHERE deleted_at IS NULL;

-- Everybody's movements of one kind, which may be rare among all.
CREATE INDEX ledger_transactions_by_kind ON ledger_transactions (kind, created_at DESC, transaction_id DESC);

CREATE INDEX users_by_time ON users (created_at DESC, user_id);
CREATE INDEX users_by_role ON users (role, created_at DESC, user_id);
CREATE INDEX users_disabled ON users (created_at DESC, user_id) WHERE disabled_at IS NOT NULL;
CREATE INDEX users_deleting ON users (created_at DESC, user_id) WHERE deletion_at IS NOT NULL;

-- Captures that left a part of the hold unused: only they are movements of the spendable account.
CREATE INDEX ledger_holds_captured_in_part ON ledger_holds (user_id) WHERE state = 'captured' AND captured < amount;
