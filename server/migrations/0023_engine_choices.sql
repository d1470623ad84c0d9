-- What engines have to choose from, such as LoRA files: as they reported it last, so that requests can be checked while an engine
-- is off, and by processes that speak to none.

CREATE TABLE engine_choices (
  engine    text NOT NULL,
  model     text NOT NULL,
  -- The name that the engines file gives the model's parameter.
  parameter text NOT NULL,
  choices   text[] NOT NULL,
  -- When it was last reported; workers report what has not changed once an hour.
  seen_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (engine, model, parameter)
);
