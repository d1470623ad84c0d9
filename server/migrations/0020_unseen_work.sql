-- What engines compute unseen, and since when their jobs say the same: known to every worker, and after a restart.

-- Until then the engine may compute something that it cannot be asked about: a start whose answer was lost, or a job whose
-- record was deleted while it ran. The slot stays taken.
ALTER TABLE engine_slots ADD COLUMN unseen_until timestamptz;

-- Unfinished jobs of engines that tell no steady progress. `job` is the server's own id.
CREATE TABLE engine_jobs (
  engine  text NOT NULL,
  job     text NOT NULL,
  -- What it said last, such as its status, and since when.
  says    text NOT NULL,
  since   timestamptz NOT NULL DEFAULT now(),
  is_hung boolean NOT NULL DEFAULT false,
  PRIMARY KEY (engine, job)
);
