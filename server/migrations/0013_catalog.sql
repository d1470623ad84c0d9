-- What videos cost. A price never changes: a new one is a new row with a later effective_from, and NULL is "not for sale".
-- `numeric`, since prices may be finer than the smallest unit of money; a quote is rounded up once.

CREATE TABLE prices (
  price_id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind           text NOT NULL CHECK (kind IN ('generate', 'enhance', 'agent')),
  model          text NOT NULL DEFAULT '*',
  resolution     text NOT NULL DEFAULT '*',
  unit           text NOT NULL CHECK (unit IN ('second', 'task')),
  unit_price     numeric(20, 6) CHECK (unit_price >= 0),
  effective_from timestamptz NOT NULL,
  created_by     uuid,
  created_at     timestamptz NOT NULL DEFAULT now(),
  UNIQUE (kind, model, resolution, effective_from)
);

-- The default price list, in hundredths of a credit.
INSERT INTO prices (kind, model, resolution, unit, unit_price, effective_from) VALUES
  ('generate', '*', '480p',  'second', 10, '2026-01-01T00:00:00Z'),
  ('generate', '*', '720p',  'second', 20, '2026-01-01T00:00:00Z'),
  ('generate', '*', '1080p', 'second', 40, '2026-01-01T00:00:00Z'),
  ('enhance',  '*', '1080p', 'second', 4,  '2026-01-01T00:00:00Z'),
  ('enhance',  '*', '2k',    'second', 8,  '2026-01-01T00:00:00Z');
