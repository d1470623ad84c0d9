-- A key belongs to the path it came with, not to the pattern of its route: the same key for another user's or another task's
-- path is a mistake of the caller. Null: written before this column was there.

ALTER TABLE idempotency_keys ADD COLUMN path text;
