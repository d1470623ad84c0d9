-- Pictures that videos are made of.

CREATE TABLE uploads (
  upload_id  uuid PRIMARY KEY,
  user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Set once the picture was looked at and stored as our own file.
  width_px   int CHECK (width_px > 0),
  height_px  int CHECK (height_px > 0),
  used_at    timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT sized CHECK ((width_px IS NULL) = (height_px IS NULL))
);
CREATE INDEX uploads_by_use ON uploads (used_at);
CREATE INDEX uploads_by_user ON uploads (user_id);
