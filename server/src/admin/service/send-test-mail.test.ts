import assert from 'node:assert/strict'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { createSmtpMailer } from '../../mail/mail.ts'
import { escapeHtml } from '../../platform/html.ts'
import { queuedMails } from '../../testing/mails.ts'
import { startSmtpServer } from '../../testing/neighbours/smtp-server.ts'
import { createWorld } from '../../testing/world.ts'
import { cleanUp } from '../../testing/clean-up.ts'

const testMail = '/api/v1/admin/test-mail'
const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Videos <no-reply@example.com>' }

test('a test mail goes to the administrator who asks, past the outbox and under the name of the site', async (t) => {
  const resources = new AsyncDisposableStack()
  cleanUp(t, () => resources.disposeAsync())
  const { url, received } = await startSmtpServer(resources)
  const { admin, person, post, db } = await createWorld(t, { mailer: createSmtpMailer(url), env })
  const root = await admin()
  const ann = await person()
  assert.equal((await post(testMail, ann.token)).statusCode, 403)
  const sent = await post(testMail, root.token)
  assert.deepEqual([sent.statusCode, sent.json()], [200, { status: 'sent', to: root.email }])
  for (const site_name of ['Nacht, <eve@example.org> & "\\Söhne"', '夜间实验室']) {
    await post('/api/v1/admin/settings', root.token, { site_name })
    assert.equal((await post(testMail, root.token)).statusCode, 200)
    const { from, text, html } = await PostalMime.parse(received.at(-1)!.raw)
    assert.deepEqual([from?.name, from?.address], [site_name, 'no-reply@example.com'])
    assert.ok(text!.includes(`Sent by ${site_name} because`), text)
    for (const said of [text!, html!]) assert.ok(!said.includes('Clipwright'), said)
    assert.equal(html!.split(escapeHtml(site_name)).length, 3, 'above and below')
  }
  const [first] = received
  assert.deepEqual(first!.to, [root.email])
  assert.equal(
    (await PostalMime.parse(first!.raw)).from?.name,
    'Videos',
    'as MAIL_FROM says, until it is named',
  )
  assert.deepEqual(await queuedMails({ db }), [])
})

test('a test mail that the mail server refuses is told with its reason, and without the login', async (t) => {
  const resources = new AsyncDisposableStack()
  cleanUp(t, () => resources.disposeAsync())
  const encoded = (text: string) => Buffer.from(text).toString('base64')
  const { url } = await startSmtpServer(resources, {
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      const plain = encoded(`\0${username}\0${password}`)
      const echo = [username, password, encoded(String(password)), plain].join(' ')
      done(Object.assign(new Error(`no such login: ${echo}`), { responseCode: 535 }))
    },
  })
  const mailer = createSmtpMailer(url.replace('//', '//mailuser:p%40ss+word@'))
  const { admin, post, logged } = await createWorld(t, { mailer, env })
  const root = await admin()
  const response = await post(testMail, root.token)
  assert.equal(response.statusCode, 502, response.body)
  const { code, reason } = response.json<{ code: string; reason: string }>()
  assert.equal(code, 'mail_not_sent')
  assert.match(reason, /EAUTH: .*535 no such login: \[secret\] \[secret\] \[secret\] \[secret\]$/)
  for (const secret of ['mailuser', 'p@ss+word', 'p%40ss', encoded('p@ss+word')])
    assert.ok(!(response.body + logged()).includes(secret), secret)
})

test('a mail server that is away is told, and test mails are ten in ten minutes', async (t) => {
  const mailer = createSmtpMailer('smtp://127.0.0.1:9')
  const { admin, post } = await createWorld(t, { mailer, env })
  const [root, other] = [await admin(), await admin()]
  for (let index = 0; index < 10; index++) {
    const response = await post(testMail, root.token)
    assert.equal(response.statusCode, 502)
    assert.match(response.json().reason, /ECONNREFUSED/)
  }
  assert.equal((await post(testMail, root.token)).json().code, 'rate_limited')
  assert.equal((await post(testMail, other.token)).json().code, 'mail_not_sent')
})
