-- A video is enhanced once: the first target wins, until its owner deletes the sub-task.
CREATE UNIQUE INDEX tasks_enhance_of ON tasks (parent_task_id) WHERE model = 'enhance' AND deleted_at IS NULL;
