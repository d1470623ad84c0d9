-- What a task may have stored is known by its id, before anything is. A task that has ended without a video owns none of it:
-- when to remove it, and `infinity` once nothing can come any more. Nobody has to set it: every task is due until it was swept.

ALTER TABLE tasks ADD COLUMN sweep_at timestamptz NOT NULL DEFAULT '-infinity';
CREATE INDEX tasks_to_sweep ON tasks (sweep_at)
  WHERE completed_at IS NOT NULL AND result_key IS NULL AND attempt > 0 AND sweep_at < 'infinity';
