-- Who may sign in, and the sessions and tokens that prove it. Of what proves it only hashes are stored.

CREATE TABLE users (
  user_id            uuid PRIMARY KEY,
  email              text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  email_identity     text NOT NULL UNIQUE CHECK (email_identity = lower(email_identity)),
  email_verified_at  timestamptz,
  password_hash      text CHECK (password_hash LIKE '$argon2id$%'),
  nickname           text NOT NULL CHECK (length(nickname) BETWEEN 1 AND 50),
  -- What callers know the avatar by, and where it is stored: each avatar is an object of its own, so that nothing is stored
  -- while a row is locked.
  avatar             text CHECK (avatar ~ ('^avatars/' || user_id || '\.(png|jpg|webp)$')),
  avatar_object      text CHECK (avatar_object LIKE 'avatars/' || user_id || '.%'),
  avatar_version     int NOT NULL DEFAULT 0,
  -- The user's share of the queue beside other users.
  queue_weight       float8 NOT NULL DEFAULT 1 CHECK (queue_weight BETWEEN 0.01 AND 100),
  role               text NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'admin')),
  auth_epoch         int NOT NULL DEFAULT 1,
  api_access_enabled boolean NOT NULL DEFAULT true,
  disabled_at        timestamptz,
  deletion_at        timestamptz,
  created_at         timestamptz NOT NULL DEFAULT now(),
  updated_at         timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sessions (
  session_id          uuid PRIMARY KEY,
  user_id             uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  auth_epoch          int NOT NULL,
  mode                text NOT NULL CHECK (mode IN ('both', 'cookie', 'token')),
  mfa                 boolean NOT NULL DEFAULT false,
  cookie_hash         bytea UNIQUE CHECK (length(cookie_hash) = 32),
  ip                  inet,
  user_agent          text CHECK (length(user_agent) <= 256),
  created_at          timestamptz NOT NULL DEFAULT now(),
  last_seen_at        timestamptz NOT NULL DEFAULT now(),
  idle_expires_at     timestamptz NOT NULL,
  absolute_expires_at timestamptz NOT NULL,
  ended_at            timestamptz,
  end_reason          text CHECK (end_reason IN
                        ('logout', 'revoked', 'replaced', 'password', 'reuse', 'disabled', 'mfa', 'expired')),
  revoked_at          timestamptz,
  CHECK (revoked_at IS NULL OR ended_at IS NOT NULL),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  CHECK (mode = 'token' OR cookie_hash IS NOT NULL)
);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX live_sessions_of_user ON sessions (user_id) WHERE ended_at IS NULL;

CREATE TABLE refresh_tokens (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  state      text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'rotated', 'revoked', 'void')),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  rotated_at timestamptz,
  CHECK ((state = 'rotated') = (rotated_at IS NOT NULL))
);
CREATE UNIQUE INDEX one_active_refresh_per_session ON refresh_tokens (session_id) WHERE state = 'active';
CREATE INDEX refresh_tokens_of_session ON refresh_tokens (session_id);
CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at);

CREATE TABLE access_tokens (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX access_tokens_of_session ON access_tokens (session_id);
CREATE INDEX access_tokens_by_expiry ON access_tokens (expires_at);

-- Streams end with their credential, in every process at once: a trigger tells of whatever ends or changes a credential, so
-- that no path can forget it. NOTIFY in a transaction takes a lock that all such commits share; these are rare.
CREATE FUNCTION tell_credentials() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('credentials', NEW.user_id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER tell_credentials AFTER UPDATE OF disabled_at, deletion_at, api_access_enabled, auth_epoch ON users FOR EACH ROW
  WHEN ((OLD.disabled_at, OLD.deletion_at, OLD.api_access_enabled, OLD.auth_epoch)
        IS DISTINCT FROM (NEW.disabled_at, NEW.deletion_at, NEW.api_access_enabled, NEW.auth_epoch))
  EXECUTE FUNCTION tell_credentials();
CREATE TRIGGER tell_credentials AFTER UPDATE OF ended_at, revoked_at, cookie_hash, auth_epoch ON sessions FOR EACH ROW
  WHEN ((OLD.ended_at, OLD.revoked_at, OLD.cookie_hash, OLD.auth_epoch)
        IS DISTINCT FROM (NEW.ended_at, NEW.revoked_at, NEW.cookie_hash, NEW.auth_epoch))
  EXECUTE FUNCTION tell_credentials();

-- Failed sign-ins, counted before the password is checked. Subjects are HMACs, so that the table is no list of addresses:
-- unknown ones are counted like known ones.
CREATE TABLE auth_throttle (
  subject         bytea PRIMARY KEY CHECK (length(subject) = 32),
  -- Null for the counter of a network: it belongs to no account.
  account         bytea CHECK (length(account) = 32),
  failures        int NOT NULL CHECK (failures >= 0),
  -- Attempts that are being looked at right now. They hold a place below the threshold and count as nothing until it is known
  -- what they were; those of a process that died count as failures once their time is over.
  in_flight       int NOT NULL DEFAULT 0 CHECK (in_flight >= 0),
  in_flight_until timestamptz NOT NULL DEFAULT '-infinity',
  locked_until    timestamptz,
  last_at         timestamptz NOT NULL
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

-- What a mailed link carries: only its hash is kept. The purpose is part of the lookup, so that a token made for one thing
-- opens no other.
CREATE TABLE mail_tokens (
  token_hash  bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose     text NOT NULL CHECK (purpose IN ('verify', 'reset', 'change_password', 'change_email', 'undo_email', 'undo_delete')),
  payload     jsonb NOT NULL DEFAULT '{}',
  created_at  timestamptz NOT NULL DEFAULT now(),
  expires_at  timestamptz NOT NULL,
  consumed_at timestamptz
);
CREATE INDEX live_mail_tokens_of_user ON mail_tokens (user_id, purpose) WHERE consumed_at IS NULL;
CREATE INDEX mail_tokens_of_user ON mail_tokens (user_id);
CREATE INDEX mail_tokens_by_expiry ON mail_tokens (expires_at);
-- Who was moved away from an address can go back to it for three days: until then nobody else may register it.
CREATE INDEX addresses_to_go_back_to ON mail_tokens ((payload ->> 'email_identity'))
  WHERE purpose = 'undo_email' AND consumed_at IS NULL;

-- Objects without a row that names them; a schedule removes them. One is noted before it is stored, and is nobody's if no
-- user has taken it up until `remove_after`; or it could not be removed when its row let go of it.
CREATE TABLE orphaned_objects (
  object_key   text PRIMARY KEY CHECK (length(object_key) BETWEEN 1 AND 255),
  remove_after timestamptz NOT NULL DEFAULT now(),
  created_at   timestamptz NOT NULL DEFAULT now()
);
