-- What administrators change while the service runs. A key without a row has the value of the environment.

CREATE TABLE settings (
  key        text PRIMARY KEY,
  value      jsonb NOT NULL,
  updated_by uuid REFERENCES users ON DELETE SET NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Whether API keys work at all is a setting, and so changing it concerns everybody's streams.
CREATE FUNCTION tell_all_credentials() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(NEW.key, OLD.key) = 'api_key_auth_enabled' THEN PERFORM pg_notify('credentials', ''); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_credentials AFTER INSERT OR UPDATE OR DELETE ON settings FOR EACH ROW
  EXECUTE FUNCTION tell_all_credentials();
