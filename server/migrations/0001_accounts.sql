-- Who may sign in, and the sessions and tokens that prove it. Only hashes of tokens are stored.

CREATE TABLE users (
  user_id            uuid PRIMARY KEY,
  email              text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  email_identity     text NOT NULL UNIQUE CHECK (email_identity = lower(email_identity)),
  email_verified_at  timestamptz,
  password_hash      text CHECK (password_hash LIKE '$argon2id$%'),
  nickname           text NOT NULL CHECK (length(nickname) BETWEEN 1 AND 50),
  avatar             text CHECK (avatar ~ ('^avatars/' || user_id || '\.(png|jpg|webp)$')),
  avatar_version     int NOT NULL DEFAULT 0,
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

CREATE TABLE audit_events (
  event_id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event      text NOT NULL,
  actor      text NOT NULL,
  subject    text,
  ip         inet,
  request_id text,
  details    jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX audit_events_by_time ON audit_events (created_at);
CREATE INDEX audit_events_by_subject ON audit_events (subject, created_at);

CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit rows are append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OF event, actor, subject, request_id, details, created_at
  ON audit_events FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
