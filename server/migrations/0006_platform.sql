-- What belongs to no slice of the product.

-- Counters of rate-limiter-flexible: its layout.
CREATE TABLE rate_limits (
  key    varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

-- What is done by the clock: each tick of a schedule by one worker, under a lease.
CREATE TABLE schedules (
  name        text PRIMARY KEY,
  -- The newest tick that a worker has begun, and how often.
  tick        timestamptz NOT NULL,
  attempts    int NOT NULL CHECK (attempts >= 0),
  -- Set while a worker runs it, and until it may be tried again; null once it is done.
  lease_until timestamptz
);
