-- Webhooks may be sent in the format of OpenAI's events, for programs that know those.
alter table webhooks
  add column format text not null default 'standard' check (format in ('standard', 'openai'));
comment on column webhooks.format is 'What its deliveries look like; fixed when it is created.';
