import { fill, type Params, type ParamsOf, type Wording } from '../platform/told.ts'

const minded =
  'Look whether the bucket, or the disk, is there and may be written. Videos that are done wait for it until their deadline.'
const room = 'Make room, or give it more. Videos that are done wait for it until their deadline.'
const silence =
  'Look whether its process and its machine are alive and reach the database; the other workers’ logs say why they do not take over.'
const books =
  'It is checked every ten minutes by a worker: look for reconcile-ledger in its log, or check it now.'
const server = 'Look whether the server runs, and whether its address and port can be reached from here.'

/** What health items say, by the code of the text, which is stable. Names in the templates are those of `params`. */
export const healthTexts = {
  no_worker: {
    message: 'No worker runs: tasks wait, and mails, webhooks and schedules with them.',
    remedy: 'Start one: `clipwright-server work`, or `start` for the server and a worker in one process.',
  },
  worker_silent: { message: 'The worker {{worker}} has fallen silent.', remedy: silence },
  worker_silent_with_tasks: {
    message: 'The worker {{worker}} has fallen silent, and nobody has taken over {{tasks}} of its tasks.',
    remedy: silence,
  },
  ledger_not_zero: {
    message: 'The ledger does not add up ({{checks}}).',
    remedy:
      'Switch top-ups off, keep a backup as it is now, and read docs/money.md on what each check compares. Then check again.',
  },
  reconciliation_stale: { message: 'The ledger was not checked lately.', remedy: books },
  reconciliation_never: { message: 'The ledger was never checked.', remedy: books },
  mails_wait: {
    message: 'Mails do not go out. Waiting: {{mails}}. {{reason}}',
    remedy:
      'Look at SMTP_URL and at the mail server; `clipwright-server check` tries it. What waits is sent when it works again.',
  },
  mails_refused: {
    message: 'The mail server has refused the last {{mails}} mails for good. {{reason}}',
    remedy:
      'Look whether MAIL_FROM may send by this server. Mails that were refused are not sent again: their users have to ask anew.',
  },
  webhooks_failing: {
    message:
      'Endpoints that have taken no webhook for more than an hour: {{endpoints}}. Users who own them: {{users}}.',
    remedy:
      'Of one user it is the endpoint. Of many, look whether workers reach the internet, and at OUTBOUND_DENIED_NETWORKS.',
  },
  queue_paused: {
    message: 'The queue of the model {{model}} is paused.',
    remedy: 'Resume it, if that was forgotten: what is submitted waits meanwhile, and fails at its deadline.',
  },
  schedule_failing: {
    message: 'The schedule {{schedule}} fails each time it is run.',
    remedy: 'Look for schedule_failed with its name in the log of the workers.',
  },
  disk_nearly_full: {
    message: 'Of the disk under {{path}} {{percent}} % are free ({{free_gib}} GiB).',
    remedy:
      'Make room, or keep videos for fewer days: see RESULT_RETENTION_DAYS. Full, it takes neither tasks nor uploads.',
  },
  disk_not_read: {
    message: 'How much room the disk under {{path}} has cannot be read: {{reason}}',
    remedy: 'Look whether DATA_DIR is there, and whether what it is mounted from answers.',
  },
  storage_full: { message: 'The storage of videos is full.', remedy: room },
  storage_failing: { message: 'Videos can’t be stored: {{reason}}', remedy: minded },
  engines_file_refused: {
    message: 'The engines file was changed and is refused: {{reason}}',
    remedy: 'Correct it: the engines and models are those of before, and a restart would not come up.',
  },
  engine_taken_out: {
    message: 'Engine {{engine}} was taken out and gets no tasks.',
    remedy: 'Put it back, or remove it.',
  },
  engine_down: { message: 'Engine {{engine}} does not answer.', remedy: server },
  engine_down_for_some: {
    message: 'Engine {{engine}} does not answer the worker {{workers}}, but others.',
    remedy: server,
  },
  engine_start_failing: {
    message:
      'Engine {{engine}} was to be started for the tasks that wait, and {{failures}} starts in a row have failed: {{reason}}',
    remedy:
      'Run the start command of its entry in the engines file by hand, and read what it says. It is tried again by itself.',
  },
  tasks_without_engine: {
    message: 'No engine takes the model {{model}}. Tasks that wait for it: {{tasks}}.',
    remedy: 'Bring an engine that has it back, add one, or end the tasks.',
  },
  model_without_engine: {
    message: 'Users are offered the model {{model}}, and no engine takes it.',
    remedy: 'See what its engines report about it, or take the model out.',
  },
  waits_and_none_runs: {
    message: 'A task of the model {{model}} has waited for {{minutes}} min, and no other runs.',
    remedy:
      'See whether its engines are free: what waits may need a mode or a length that none of them offers.',
  },
  waits_while_others_run: {
    message: 'A task of the model {{model}} has waited for {{minutes}} min, and others run.',
    remedy:
      'Add an engine: the page of engines says what one more would give. Or raise longest_wait_s, if this is as it should be.',
  },
} as const satisfies Record<string, Wording>

type Texts = typeof healthTexts
export type HealthText = keyof Texts

/** The sentence of an item and what to do, in English and for other languages. */
export function said<Text extends HealthText>(
  text: Text,
  params: ParamsOf<Texts[Text]['message'] | Texts[Text]['remedy']>,
): { message: string; remedy: string; text: string; params: Params } {
  const { message, remedy } = healthTexts[text]
  return { message: fill(message, params), remedy: fill(remedy, params), text, params }
}
