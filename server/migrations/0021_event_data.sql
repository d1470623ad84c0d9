-- As before, as a function whose expression is planned once per connection: one in SQL is read and planned again by each
-- statement that calls it, and every change of a task does.
CREATE OR REPLACE FUNCTION task_event_data(task tasks) RETURNS json STABLE LANGUAGE plpgsql AS $$
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
