-- Objects that could not be removed when their row let go of them: a schedule tries again.

CREATE TABLE orphaned_objects (
  object_key text PRIMARY KEY CHECK (length(object_key) BETWEEN 1 AND 255),
  created_at timestamptz NOT NULL DEFAULT now()
);
