interface Text {
  severity: 'now' | 'soon'
  message: string
  remedy: string
}

const restart = 'It counts from the next start of PostgreSQL.'

/** What may be found, in the order of the page; docs/operating/doctor.md explains each. `now` may be less where it says so. */
export const findingTexts = {
  // what `check` tries
  database_failing: {
    severity: 'now',
    message: 'The database: {{reason}}',
    remedy:
      'Do what the sentence says; docs/database.md has the settings. Until then nothing else can be looked at.',
  },
  migrations_due: {
    severity: 'soon',
    message: 'The database lacks migrations of this version: {{migrations}}.',
    remedy:
      'Make a backup with the version that used it last, then start this one, or run `clipwright-server migrate`.',
  },
  keys_failing: {
    severity: 'now',
    message: 'The keys: {{reason}}',
    remedy: 'Put the keys back from where you keep them. Never make new ones for a database that is used.',
  },
  storage_failing: {
    severity: 'now',
    message: 'The storage: {{reason}}',
    remedy:
      'Look whether the bucket, or the disk, is there and may be written: docs/storage.md. What is done waits for it.',
  },
  objects_missing: {
    severity: 'now',
    message: '{{reason}}',
    remedy: 'Bring them with `clipwright-server restore --from FOLDER --missing-objects`; docs/backup.md.',
  },
  mail_failing: {
    severity: 'now',
    message: 'Mail: {{reason}}',
    remedy: 'Look at SMTP_URL, and whether the mail server runs and takes us. Mails wait meanwhile.',
  },
  engine_failing: {
    severity: 'now',
    message: '{{reason}}',
    remedy: 'The lines above say what each engine lacks; docs/engines has a page for each kind.',
  },

  // settings
  not_production: {
    severity: 'soon',
    message: 'PUBLIC_BASE_URL is {{url}}, and NODE_ENV is {{env}}.',
    remedy: 'Set NODE_ENV=production: it refuses settings that are safe on a laptop alone.',
  },
  insecure_http: {
    severity: 'soon',
    message: 'ALLOW_INSECURE_HTTP is set: passwords and cookies go over the network in the clear.',
    remedy: 'Put https in front, set PUBLIC_BASE_URL to it, and take the setting out.',
  },
  base_url_is_local: {
    severity: 'soon',
    message:
      'HOST is {{host}}, so that others can come, and PUBLIC_BASE_URL is {{url}}, which leads nobody here.',
    remedy: 'Set PUBLIC_BASE_URL to the address that people use: links in mails and of videos begin with it.',
  },
  proxy_not_trusted: {
    severity: 'soon',
    message:
      'PUBLIC_BASE_URL is https, and TRUSTED_PROXIES is not set: everybody seems to come from the proxy.',
    remedy: 'Name the proxy in TRUSTED_PROXIES. Otherwise limits by address count all callers as one.',
  },
  mail_to_a_folder: {
    severity: 'soon',
    message: 'Mails are written to a folder, since SMTP_URL is not set.',
    remedy: 'Set SMTP_URL: nobody gets a link for a new password otherwise.',
  },
  money_for_nothing: {
    severity: 'soon',
    message: 'Anybody may top up, which creates credits out of nothing.',
    remedy: 'Set TOPUP_ENABLED=false, or switch it off on /admin/settings, if credits are worth something.',
  },
  admins_without_second_factor: {
    severity: 'soon',
    message: 'Administrators need no second factor.',
    remedy: 'Set ADMIN_MFA_REQUIRED=true.',
  },
  metrics_are_open: {
    severity: 'soon',
    message: 'METRICS_PORT is open on {{host}}, without a token.',
    remedy: 'Let METRICS_HOST be an address that only your Prometheus reaches, or use METRICS_TOKEN.',
  },

  // the database
  not_durable: {
    severity: 'now',
    message: 'PostgreSQL has {{setting}} = {{value}}: a crash loses what was answered, with money in it.',
    remedy: 'Set {{setting}} to on.',
  },
  autovacuum_off: {
    severity: 'now',
    message: 'PostgreSQL does not clean up: autovacuum is off.',
    remedy: 'Set autovacuum and track_counts to on. Tables and indexes grow without an end otherwise.',
  },
  connections_few: {
    severity: 'now',
    message: 'PostgreSQL has {{max}} connections for us, and {{processes}} processes may want {{wanted}}.',
    remedy: `Raise max_connections, or lower DATABASE_POOL_SIZE, or put PgBouncer between. ${restart}`,
  },
  connections_used: {
    severity: 'soon',
    message: 'Of {{max}} connections of PostgreSQL {{used}} are in use.',
    remedy: `Look who holds them (pg_stat_activity), or raise max_connections. ${restart}`,
  },
  buffers_small: {
    severity: 'soon',
    message: 'PostgreSQL keeps {{buffers}} of a database of {{size}} in its memory.',
    remedy: `Set shared_buffers to a quarter of the machine's memory. ${restart}`,
  },
  no_log_to_go_back_by: {
    severity: 'soon',
    message: 'wal_level is minimal: neither a standby nor going back to a moment is possible.',
    remedy: `Set wal_level = replica. ${restart}`,
  },
  archive_failing: {
    severity: 'now',
    message: 'PostgreSQL could not archive its log {{failed}} times, last at {{at}}.',
    remedy:
      'See its log for archive_command. Until it works there is no going back, and the log fills the disk.',
  },
  encoding_wrong: {
    severity: 'now',
    message: 'The database has the encoding {{encoding}}.',
    remedy: 'Make one with UTF8 and restore a backup into it: prompts of other languages can not be stored.',
  },
  collation_changed: {
    severity: 'now',
    message:
      'The database was sorted by version {{was}} of its collation, and the system has {{is}}: indexes of text may be wrong.',
    remedy: 'Run `reindex database`, then `alter database {{database}} refresh collation version`.',
  },
  limits_missing: {
    severity: 'soon',
    message: 'Behind a pooler in transaction mode {{settings}} can not be set by us, and the user has none.',
    remedy: 'Set them for the user: docs/database.md has the statements.',
  },
  standby_behind: {
    severity: 'soon',
    message: 'The standby {{standby}} is {{seconds}} s behind.',
    remedy: 'Look at its network and its disk: what it lacks is lost if the primary is.',
  },
  slot_forgotten: {
    severity: 'now',
    message: 'Nobody reads the replication slot {{slot}}, and PostgreSQL keeps {{size}} of its log for it.',
    remedy:
      'Bring the standby back, or drop the slot: select pg_drop_replication_slot(…). It fills the disk.',
  },
  index_invalid: {
    severity: 'soon',
    message: 'The index {{index}} is not valid: it costs with each write, and nobody reads it.',
    remedy: 'What was interrupted can be done again: reindex index concurrently "{{index}}".',
  },
  index_missing: {
    severity: 'soon',
    message: 'The index {{index}} is missing, or another than the migrations make.',
    remedy: 'Make it: {{statement}}',
  },
  schema_changed: {
    severity: 'now',
    message: '{{what}} is not as the migrations make it.',
    remedy: 'Somebody has changed the database by hand. Undo it: rules and triggers keep the ledger right.',
  },
  rows_dead: {
    severity: 'soon',
    message: 'Of the rows of {{table}} {{percent}} % are dead ({{dead}}).',
    remedy:
      'Run vacuum (analyze) {{table}}. If it comes back, let autovacuum run more often, or end what keeps old rows.',
  },
  never_analyzed: {
    severity: 'soon',
    message: 'PostgreSQL has never looked at what is in {{table}} ({{rows}} rows), and plans in the dark.',
    remedy: 'Run analyze {{table}}. After a restore by other means: analyze.',
  },
  transaction_ids_old: {
    severity: 'soon',
    message:
      'The oldest transaction that PostgreSQL remembers is {{age}} old, of 2 billion; then it stops to write.',
    remedy:
      'Run vacuum (freeze), and look what keeps autovacuum from it: long transactions, slots, prepared ones.',
  },
  transaction_open: {
    severity: 'soon',
    message: 'A transaction is open for {{minutes}} minutes (process {{pid}}, {{application}}).',
    remedy: 'End it if nobody knows it: select pg_terminate_backend({{pid}}). Nothing is cleaned up as long.',
  },

  // clocks
  clock_of_database: {
    severity: 'soon',
    message: 'The clock of the database is {{seconds}} s away from ours.',
    remedy: 'Let both machines follow NTP. Deadlines, links and second factors go wrong by as much.',
  },
  clock_of_storage: {
    severity: 'soon',
    message: 'The clock of the bucket’s server is {{seconds}} s away from ours.',
    remedy: 'Let both machines follow NTP. Beyond some minutes it refuses what we sign.',
  },

  // programs
  ffmpeg_missing: {
    severity: 'now',
    message: '{{reason}}',
    remedy: 'Install ffmpeg, or set FFMPEG_PATH. Without it no video can be checked, marked or enhanced.',
  },
  ffmpeg_old: {
    severity: 'soon',
    message: 'ffmpeg is version {{version}}.',
    remedy: 'Install version 5 or newer; what is older is not tried with Clipwright.',
  },
  ffmpeg_lacks: {
    severity: 'now',
    message: 'This ffmpeg has no {{encoders}}.',
    remedy: 'Install one that has them, such as that of Debian, or set FFMPEG_PATH to it.',
  },
  versions_differ: {
    severity: 'soon',
    message: 'Workers of other versions than {{version}} are there: {{others}}.',
    remedy: 'Bring them to this version, unless an upgrade is under way.',
  },

  // the machine
  inodes_few: {
    severity: 'soon',
    message: 'Of the files that the disk under {{path}} can hold {{percent}} % are free.',
    remedy:
      'Remove files, or make the file system anew with more inodes: it is full then, whatever room there is.',
  },
  files_few: {
    severity: 'soon',
    message: 'A process may open {{limit}} files, and {{wanted}} streams and connections are allowed.',
    remedy: 'Raise it (LimitNOFILE, ulimit -n), or lower EVENT_STREAMS_PER_PROCESS.',
  },
  memory_small: {
    severity: 'soon',
    message: 'This machine, or its container, has {{size}} of memory.',
    remedy: 'Give it {{wanted}}: pictures and passwords need it for moments, and what takes more is killed.',
  },
} as const satisfies Record<string, Text>

export type FindingCode = keyof typeof findingTexts
