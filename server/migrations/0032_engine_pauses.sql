-- Engines that an administrator has taken out: they get no task until they are put back.

CREATE TABLE engine_pauses (
  engine    text PRIMARY KEY,
  paused_at timestamptz NOT NULL DEFAULT now(),
  paused_by text NOT NULL
);
