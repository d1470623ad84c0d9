-- The step of a trace that submitted a task, so that its attempts go on with it in another process: a W3C traceparent. Null where that
-- is not kept.
ALTER TABLE tasks ADD COLUMN traceparent text;
