import assert from 'node:assert/strict'
import { sendDueMails } from '../outbox/outbox.ts'
import { createSender } from '../settings/settings.ts'
import type { World } from './world.ts'

/** What waits in the outbox, the oldest first; of one recipient or of all. Sent mails have no body any more. */
export function queuedMails({ db }: Pick<World, 'db'>, recipient?: string) {
  return db
    .selectFrom('mail_outbox')
    .selectAll()
    .$if(recipient !== undefined, (query) => query.where('recipient', '=', recipient!))
    .orderBy('mail_id')
    .execute()
}

/** The names of the templates that were queued for a recipient, the oldest first. */
export async function templatesTo(world: Pick<World, 'db'>, recipient: string): Promise<string[]> {
  return (await queuedMails(world, recipient)).map(({ template }) => template)
}

/** The link of the newest mail of this template to this recipient, with the token that stands in its fragment. */
export async function linkTo(
  world: Pick<World, 'db'>,
  recipient: string,
  template: string,
): Promise<{ link: string; page: string; token: string }> {
  const mail = (await queuedMails(world, recipient)).findLast((one) => one.template === template)
  assert.ok(mail, `no ${template} for ${recipient}`)
  const [link] = /https?:\/\/\S+/.exec(mail.body_text) ?? []
  assert.ok(link, `no link in ${template}`)
  const url = new URL(link)
  return { link, page: url.pathname, token: url.hash.replace('#t=', '') }
}

/** Sends everything that is due, as a worker does. */
export async function sendAll({ deps }: Pick<World, 'deps'>): Promise<void> {
  const sender = createSender(deps.db, deps.config.mail_from)
  while ((await sendDueMails({ ...deps, sender })) > 0);
}
