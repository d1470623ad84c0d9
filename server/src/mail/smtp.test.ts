import assert from 'node:assert/strict'
import { createServer, type AddressInfo } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import { testMailContract } from '../testing/contracts/mail-contract.ts'
import { startSmtpServer } from '../testing/neighbours/smtp-server.ts'
import { createSmtpMailer } from './smtp.ts'
import { cleanUp } from '../testing/clean-up.ts'

const mail = { template: 'test', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
const envelope = { to: 'ann@example.org', from: 'Clipwright <no-reply@example.com>', id: '1.1' }
const quick = { step_ms: 200, whole_ms: 1_000 }

function stack(t: TestContext): AsyncDisposableStack {
  const resources = new AsyncDisposableStack()
  cleanUp(t, () => resources.disposeAsync())
  return resources
}

testMailContract('smtp', async (t) => {
  const resources = stack(t)
  const { url, received, close } = await startSmtpServer(resources)
  const mailer = resources.use(createSmtpMailer(url))
  return { mailer, arrived: async () => received.map(({ raw }) => raw), breakDown: close }
})

suite('smtp', () => {
  test('one mail has one recipient, whatever the address looks like', async (t) => {
    const resources = stack(t)
    const { url, received } = await startSmtpServer(resources)
    const mailer = resources.use(createSmtpMailer(url))
    const to = 'ann@example.org, eve@example.org'
    await mailer.send(mail, { ...envelope, to }).catch(() => {})
    await mailer.send(mail, { ...envelope, to: 'bob@exämple.org' })
    assert.deepEqual(
      received.map((one) => one.to).filter((one) => one.length !== 1 || one.includes('eve@example.org')),
      [],
    )
    assert.deepEqual(received.at(-1)?.to, ['bob@exämple.org'])
  })

  test('a server that is busy may be tried again, one that refuses the recipient may not', async (t) => {
    const resources = stack(t)
    const refuse = (responseCode: number) => Object.assign(new Error('no'), { responseCode })
    const { url } = await startSmtpServer(resources, {
      onRcptTo: ({ address }, _session, done) => {
        if (address === 'gone@example.org') done(refuse(550))
        else if (address === 'grey@example.org') done(refuse(451))
        else done()
      },
      onData: (stream, _session, done) => {
        stream.resume()
        stream.on('end', () => done(refuse(552)))
      },
    })
    const mailer = resources.use(createSmtpMailer(url))
    const send = (to: string) => mailer.send(mail, { ...envelope, to })
    await assert.rejects(send('gone@example.org'), { name: 'MailError', retryable: false })
    await assert.rejects(send('grey@example.org'), { name: 'MailError', retryable: true })
    await assert.rejects(send('full@example.org'), { name: 'MailError', retryable: false })
  })

  test('a login that is refused may be corrected by the operator', async (t) => {
    const resources = stack(t)
    const { url } = await startSmtpServer(resources, {
      authOptional: false,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('no')),
    })
    const mailer = resources.use(createSmtpMailer(url.replace('//', '//user:secret@')))
    await assert.rejects(mailer.send(mail, envelope), (error: Error & { retryable: boolean }) => {
      assert.ok(error.retryable)
      assert.ok(!error.message.includes('secret'))
      return true
    })
  })

  test('a server that says nothing is given up in time, and so is one that says little', async (t) => {
    const resources = stack(t)
    const timers = new Set<NodeJS.Timeout>()
    const server = createServer((socket) => {
      resources.defer(() => void socket.destroy())
      socket.on('error', () => {})
      // Alive, but never done: a timeout for silence alone would wait for ever.
      timers.add(setInterval(() => socket.write('220-wait\r\n'), 50))
    })
    resources.defer(() => timers.forEach((timer) => clearInterval(timer)))
    const silent = createServer((socket) => {
      resources.defer(() => void socket.destroy())
      socket.on('error', () => {})
    })
    for (const one of [server, silent]) {
      await new Promise<void>((resolve) => void one.listen(0, '127.0.0.1', resolve))
      resources.defer(() => void one.close())
      const { port } = one.address() as AddressInfo
      const mailer = resources.use(createSmtpMailer(`smtp://127.0.0.1:${port}`, quick))
      const started = performance.now()
      await assert.rejects(mailer.send(mail, envelope), { name: 'MailError', retryable: true })
      assert.ok(performance.now() - started < 30_000)
    }
  })
})
