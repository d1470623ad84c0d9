-- Failed sign-ins, counted before the password is checked. Subjects are HMACs, so that the table is no list of addresses:
-- unknown ones are counted like known ones.
CREATE TABLE auth_throttle (
  subject      bytea PRIMARY KEY CHECK (length(subject) = 32),
  account      bytea NOT NULL CHECK (length(account) = 32),
  failures     int NOT NULL CHECK (failures >= 0),
  locked_until timestamptz,
  last_at      timestamptz NOT NULL
);
-- A reset or a registration forgets every counter of an account, those of its devices too.
CREATE INDEX auth_throttle_of_account ON auth_throttle (account);
CREATE INDEX auth_throttle_by_age ON auth_throttle (last_at);

CREATE TABLE mfa_totp (
  user_id      uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret_enc   text NOT NULL CHECK (secret_enc LIKE 'v1.%'),
  confirmed_at timestamptz,
  expires_at   timestamptz,
  last_step    bigint NOT NULL DEFAULT 0,
  CHECK ((confirmed_at IS NULL) = (expires_at IS NOT NULL))
);

CREATE TABLE mfa_recovery_codes (
  user_id   uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  salt      bytea NOT NULL,
  used_at   timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

-- The first stage of a login has passed. `password_mark` is the SHA-256 of the password's hash at that moment: with
-- another password the challenge is void, whether or not the change ended every session.
CREATE TABLE mfa_challenges (
  token_hash    bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  auth_epoch    int NOT NULL,
  password_mark bytea NOT NULL CHECK (length(password_mark) = 32),
  mode          text NOT NULL CHECK (mode IN ('both', 'cookie', 'token')),
  attempts      int NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 5),
  expires_at    timestamptz NOT NULL,
  consumed_at   timestamptz
);
CREATE INDEX mfa_challenges_of_user ON mfa_challenges (user_id);
CREATE INDEX mfa_challenges_by_expiry ON mfa_challenges (expires_at);
