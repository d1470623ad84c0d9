import { setTimeout as wait } from 'node:timers/promises'
import { MailError, type Mailer, nameSite, type Sender } from '../mail/mail.ts'
import type { Db } from '../platform/db/database.ts'
import type { Notifier } from '../platform/db/notifier.ts'
import { poll } from '../platform/db/poll.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import * as queries from './queries.ts'

export interface SendDeps {
  db: Db
  mailer: Mailer
  sender: () => Promise<Sender>
  log: Pick<Log, 'info' | 'warn' | 'error'>
  metrics: Pick<Metrics, 'counter'>
  clock: () => Date
}

/** Longer than a mailer may take, so that no second worker sends the same mail meanwhile. */
const lease_ms = 120_000
const minute_ms = 60_000
/** Waits before each retry: eight attempts in nine hours. */
const backoff_ms = [0.5, 2, 8, 30, 60, 180, 240].map((minutes) => minutes * minute_ms)
const batch = 5

/** When to retry after `attempts` failed attempts; undefined after the last one. */
export function nextTry(attempts: number, now: Date): Date | undefined {
  const wait_ms = backoff_ms[attempts - 1]
  return wait_ms === undefined ? undefined : new Date(now.getTime() + wait_ms)
}

/**
 * Sends a batch of due mails and returns how many it claimed. It sends outside any transaction: if the worker dies before it
 * records a sent mail, that mail is sent twice, and none is lost.
 */
export async function sendDueMails(deps: SendDeps): Promise<number> {
  const now = deps.clock()
  const again_at = new Date(now.getTime() + lease_ms)
  const mails = await queries.claimDue(deps.db, { limit: batch, now, again_at })
  if (mails.length === 0) return 0
  const sender = await deps.sender()
  await Promise.all(mails.map((mail) => sendOne(deps, sender, mail)))
  return mails.length
}

async function sendOne(deps: SendDeps, { from, name }: Sender, claimed: queries.ClaimedMail): Promise<void> {
  const { db, mailer, log } = deps
  const { mail_id, template, subject, attempts, recipient: to } = claimed
  const mail = { template, subject, text: claimed.body_text, html: claimed.body_html }
  const id = `${mail_id}.${claimed.created_at.getTime()}` // the same for every attempt
  try {
    await mailer.send(name === null ? mail : nameSite(mail, name), { to, from, id })
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    const retryable = !(error instanceof MailError) || error.retryable
    const next = retryable ? nextTry(attempts, deps.clock()) : undefined
    if (next) await queries.postpone(db, { mail_id, attempts }, message, next)
    else await queries.markFailed(db, mail_id, message, deps.clock())
    countTry(deps, next ? 'put_off' : 'given_up')
    log[next ? 'warn' : 'error']({ mail_id, template, attempts }, next ? 'mail_put_off' : 'mail_given_up')
    return
  }
  await queries.markSent(db, mail_id, deps.clock())
  countTry(deps, 'sent')
  log.info({ mail_id, template, attempts }, 'mail_sent')
}

const tries = {
  name: 'clipwright_mail_tries_total',
  help: 'Tries to send a mail: sent, put_off (tried again later), given_up.',
  labels: ['outcome'],
} as const

function countTry({ metrics }: SendDeps, outcome: 'sent' | 'put_off' | 'given_up'): void {
  metrics.counter(tries).add({ outcome })
}

export interface SendLoop {
  /** Takes no more mails and waits for those being sent, at most `patience_ms`; the rest is sent again later. */
  stop(patience_ms: number): Promise<void>
}

/** A process sends a hint on it when it has committed mails. */
export const mailChannel = 'mail_queued'

/** How long a mail may wait when the hint is lost; a retry becomes due without one. */
const look_ms = 1_000

/** Sends what is due until it is stopped. */
export function startSendLoop(
  deps: SendDeps & { notifier: Pick<Notifier, 'listen'> },
  options: { look_ms?: number } = {},
): SendLoop {
  deps.metrics.counter(tries)
  const loop = poll(async () => ((await sendDueMails(deps)) === batch ? 'again' : undefined), {
    notifier: deps.notifier,
    channels: [mailChannel],
    every_ms: options.look_ms ?? look_ms,
    onError: (error) => deps.log.warn({ err: error }, 'sending_mails_failed'),
  })
  return {
    stop: async (patience_ms) => {
      const enough = new AbortController()
      await Promise.race([loop.stop(), wait(patience_ms, undefined, enough)])
      enough.abort()
    },
  }
}
