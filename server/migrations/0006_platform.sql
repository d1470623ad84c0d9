-- What belongs to no slice of the product.

-- Counters of rate-limiter-flexible: its layout.
CREATE TABLE rate_limits (
  key    varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
