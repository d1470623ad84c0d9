-- What engines can do besides their models' names, and what became of them.

-- `model/mode`: an engine may make videos of texts for a model, and none of images.
ALTER TABLE engine_slots ADD COLUMN offers text[] NOT NULL DEFAULT '{}';
UPDATE engine_slots SET offers = ARRAY(SELECT model || '/text-to-video' FROM unnest(models) AS model);

-- What each worker last found out about each engine that it serves.
CREATE TABLE engine_reports (
  engine     text NOT NULL,
  worker_id  text NOT NULL,
  kind       text NOT NULL,
  -- Without credentials; null for an engine in the worker's own process.
  url        text,
  reached_at timestamptz,
  version    text,
  offers     text[] NOT NULL DEFAULT '{}',
  problems   jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(problems) = 'array'),
  -- Failures in a row: of calls, or of attempts.
  failures   int NOT NULL DEFAULT 0 CHECK (failures >= 0),
  -- It gets nothing until then.
  rests_until timestamptz,
  checked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (engine, worker_id)
) WITH (fillfactor = 50);
