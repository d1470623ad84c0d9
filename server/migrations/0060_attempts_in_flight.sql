-- Attempts that are being looked at right now. They hold a place below the threshold and count as nothing until it is known
-- what they were; those of a process that died count as failures once their time is over.
ALTER TABLE auth_throttle
  ADD COLUMN in_flight int NOT NULL DEFAULT 0 CHECK (in_flight >= 0),
  ADD COLUMN in_flight_until timestamptz NOT NULL DEFAULT '-infinity';
-- Counters of a network belong to no account.
ALTER TABLE auth_throttle ALTER COLUMN account DROP NOT NULL;
