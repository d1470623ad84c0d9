-- Engines that are started when tasks wait for them and stopped when they are idle.

CREATE TABLE engine_power (
  engine     text PRIMARY KEY,
  state      text NOT NULL DEFAULT 'off' CHECK (state IN ('off', 'starting', 'on', 'stopping')),
  -- Since when it is in this state.
  since      timestamptz NOT NULL DEFAULT now(),
  -- When it was last seen computing, wanted by a task, or coming up.
  active_at  timestamptz NOT NULL DEFAULT now(),
  -- How long a start takes, as measured; null before the first one.
  start_s    real,
  -- Starts in a row that came to nothing, and why the last start or stop did.
  failures   integer NOT NULL DEFAULT 0,
  error      text,
  -- From the engines file, for estimates: its models, and seconds from a task's submission until the engine would be up.
  models     text[] NOT NULL,
  ready_in_s real NOT NULL,
  -- When a worker last looked after it.
  seen_at    timestamptz NOT NULL DEFAULT now()
);
