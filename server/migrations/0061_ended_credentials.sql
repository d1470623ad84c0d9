-- Streams end with their credential, in every process at once: whatever ends one, or changes what it is, is told of. A trigger,
-- so that no path can forget it. NOTIFY in a transaction takes a lock that all such commits share; these are rare.
CREATE FUNCTION tell_credentials() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('credentials', NEW.user_id::text);
  RETURN NULL;
END $$;

CREATE TRIGGER tell_credentials AFTER UPDATE OF revoked_at, disabled_at, expires_at, scopes ON api_keys FOR EACH ROW
  WHEN ((OLD.revoked_at, OLD.disabled_at, OLD.expires_at, OLD.scopes)
        IS DISTINCT FROM (NEW.revoked_at, NEW.disabled_at, NEW.expires_at, NEW.scopes))
  EXECUTE FUNCTION tell_credentials();

CREATE TRIGGER tell_credentials AFTER UPDATE OF ended_at, revoked_at, cookie_hash, auth_epoch ON sessions FOR EACH ROW
  WHEN ((OLD.ended_at, OLD.revoked_at, OLD.cookie_hash, OLD.auth_epoch)
        IS DISTINCT FROM (NEW.ended_at, NEW.revoked_at, NEW.cookie_hash, NEW.auth_epoch))
  EXECUTE FUNCTION tell_credentials();

CREATE TRIGGER tell_credentials AFTER UPDATE OF disabled_at, deletion_at, api_access_enabled, auth_epoch ON users FOR EACH ROW
  WHEN ((OLD.disabled_at, OLD.deletion_at, OLD.api_access_enabled, OLD.auth_epoch)
        IS DISTINCT FROM (NEW.disabled_at, NEW.deletion_at, NEW.api_access_enabled, NEW.auth_epoch))
  EXECUTE FUNCTION tell_credentials();

-- Whether keys work at all is a setting: everybody's.
CREATE FUNCTION tell_all_credentials() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(NEW.key, OLD.key) = 'api_key_auth_enabled' THEN PERFORM pg_notify('credentials', ''); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_credentials AFTER INSERT OR UPDATE OR DELETE ON settings FOR EACH ROW
  EXECUTE FUNCTION tell_all_credentials();
