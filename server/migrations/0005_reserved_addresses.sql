-- Who was moved away from an address can go back to it for three days: until then nobody else may register it.
CREATE INDEX addresses_to_go_back_to ON mail_tokens ((payload ->> 'email_identity'))
  WHERE purpose = 'undo_email' AND consumed_at IS NULL;
