-- Webhooks may be sent in the format of OpenAI's events, for programs that know those.
ALTER TABLE webhooks ADD COLUMN format text NOT NULL DEFAULT 'standard';
ALTER TABLE webhooks ADD CONSTRAINT webhooks_format CHECK (format IN ('standard', 'openai')) NOT VALID;
COMMENT ON COLUMN webhooks.format IS 'What its deliveries look like; fixed when it is created.';
