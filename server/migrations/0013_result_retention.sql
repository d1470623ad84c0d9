-- A video may be removed while its task stays: after a time, or when the task is deleted.

ALTER TABLE tasks ADD COLUMN result_purged_at timestamptz;
ALTER TABLE tasks DROP CONSTRAINT completed_has_a_result;
ALTER TABLE tasks ADD CONSTRAINT completed_has_a_result
  CHECK (status <> 'completed' OR (result_key IS NULL) = (result_purged_at IS NOT NULL));

-- videos that are due: the oldest first
CREATE INDEX tasks_with_result ON tasks (completed_at) WHERE result_key IS NOT NULL;
CREATE INDEX tasks_deleted_with_result ON tasks (deleted_at) WHERE deleted_at IS NOT NULL AND result_key IS NOT NULL;
