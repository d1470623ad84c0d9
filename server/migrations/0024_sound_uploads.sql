-- Uploads are pictures, or sound that videos are made to.

ALTER TABLE uploads
  ADD COLUMN kind text NOT NULL DEFAULT 'picture' CHECK (kind IN ('picture', 'sound')),
  -- Of sound; set once it was decoded and stored as our own file.
  ADD COLUMN duration_ms int CHECK (duration_ms > 0),
  ADD CONSTRAINT facts_of_kind CHECK (CASE kind WHEN 'picture' THEN duration_ms IS NULL ELSE width_px IS NULL END);
