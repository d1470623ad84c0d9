-- Keys for programs: a second kind of credential, with less power than a session. Only hashes are stored.

CREATE TABLE api_keys (
  key_id                uuid PRIMARY KEY,
  user_id               uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name                  text NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
  key_hash              bytea NOT NULL UNIQUE CHECK (length(key_hash) = 32),
  key_prefix            text NOT NULL,
  last4                 text NOT NULL,
  scopes                text[] NOT NULL CHECK (cardinality(scopes) > 0 AND
                          scopes <@ ARRAY['video:read', 'video:write', 'agent', 'account:read', 'account:write']),
  rate_limit_per_minute int CHECK (rate_limit_per_minute BETWEEN 1 AND 6000),
  spend_cap             bigint CHECK (spend_cap > 0),
  spend_cap_period      text CHECK (spend_cap_period IN ('month', 'total')),
  created_at            timestamptz NOT NULL DEFAULT now(),
  expires_at            timestamptz,
  last_used_at          timestamptz,
  revoked_at            timestamptz,
  disabled_at           timestamptz,
  CHECK ((spend_cap IS NULL) = (spend_cap_period IS NULL))
);
CREATE INDEX api_keys_of_user ON api_keys (user_id, created_at DESC);

CREATE TRIGGER tell_credentials AFTER UPDATE OF revoked_at, disabled_at, expires_at, scopes ON api_keys FOR EACH ROW
  WHEN ((OLD.revoked_at, OLD.disabled_at, OLD.expires_at, OLD.scopes)
        IS DISTINCT FROM (NEW.revoked_at, NEW.disabled_at, NEW.expires_at, NEW.scopes))
  EXECUTE FUNCTION tell_credentials();
