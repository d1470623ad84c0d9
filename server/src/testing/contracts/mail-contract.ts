import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import PostalMime, { type Email } from 'postal-mime'
import type { Mail, Mailer } from '../../mail/mail.ts'

export interface MailerUnderTest {
  mailer: Mailer
  /** What arrived, byte for byte, in the order of arrival. */
  arrived: () => Promise<Uint8Array[]>
  /** From now on nothing can be handed over. */
  breakDown: () => Promise<void>
}

const mail: Mail = {
  template: 'verify_email',
  subject: 'Grüße & 确认您的邮箱地址 <b>',
  text: 'First line, 第一行\n\nhttps://video.example.org/verify#t=abc=_-123\n.\n-- \nEnd\n',
  html: '<p lang="zh-CN">确认 &amp; <a href="https://video.example.org/verify#t=abc=_-123">go</a></p>\n',
}
const envelope = { to: 'ann@example.org', from: 'Clipwright <no-reply@example.com>', id: '42.1763' }
const lines = (text: string | undefined) => text?.replaceAll('\r\n', '\n').trim()

/** What holds for everything that sends mail. */
export function testMailContract(name: string, open: (t: TestContext) => Promise<MailerUnderTest>): void {
  const sendAndParse = async (t: TestContext, sent: Mail, to = envelope): Promise<Email> => {
    const { mailer, arrived } = await open(t)
    await mailer.send(sent, to)
    const [only, ...more] = await arrived()
    assert.equal(more.length, 0)
    return PostalMime.parse(only!)
  }

  test(`${name}: subject, text and HTML arrive as they were, in any script`, async (t) => {
    const email = await sendAndParse(t, mail)
    assert.equal(email.subject, mail.subject)
    assert.equal(lines(email.text), lines(mail.text))
    assert.equal(lines(email.html), lines(mail.html))
    assert.deepEqual([email.from?.name, email.from?.address], ['Clipwright', 'no-reply@example.com'])
    assert.deepEqual(
      email.to?.map(({ address }) => address),
      ['ann@example.org'],
    )
    assert.match(email.messageId ?? '', /^<42\.1763@/)
    assert.ok(Math.abs(Date.now() - Date.parse(email.date ?? '')) < 60_000)
  })

  test(`${name}: a line break in a subject adds no header`, async (t) => {
    const email = await sendAndParse(t, { ...mail, subject: 'Hello\r\nBcc: eve@example.org\r\n\r\nBody' })
    assert.equal(email.bcc, undefined)
    assert.match(email.subject ?? '', /^Hello/)
    assert.equal(lines(email.text), lines(mail.text))
  })

  test(`${name}: a check tells whether mails could be handed over, and sends none`, async (t) => {
    const { mailer, arrived, breakDown } = await open(t)
    await mailer.check()
    assert.equal((await arrived()).length, 0)
    await breakDown()
    await assert.rejects(mailer.check(), { name: 'MailError' })
  })

  test(`${name}: mails sent at once all arrive`, async (t) => {
    const { mailer, arrived } = await open(t)
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => mailer.send(mail, { ...envelope, id: `${index}.1` })),
    )
    const ids = (await Promise.all((await arrived()).map((raw) => PostalMime.parse(raw)))).map(
      ({ messageId }) => messageId,
    )
    assert.equal(new Set(ids).size, 12)
  })

  test(`${name}: what could not be handed over is told, and worth another try`, async (t) => {
    const { mailer, breakDown } = await open(t)
    await breakDown()
    await assert.rejects(mailer.send(mail, envelope), { name: 'MailError', retryable: true })
  })
}
