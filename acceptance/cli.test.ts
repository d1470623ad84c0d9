import assert from 'node:assert/strict'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '@clipwright/client'
import { commands } from '../cli/src/testing/commands.ts'
import { openHome } from './lib/cli.ts'
import { mailedLink } from './lib/mails.ts'
import { createMaker, installProduct, until } from './lib/product.ts'

const email = 'ann@example.org'
const password = 'correct horse battery'

test('every command does its work with --json: one object on stdout, JSON lines on stderr', async (t) => {
  const product = await installProduct(t)
  await product.start()
  const home = await openHome(t, { url: product.url, env: { CLIPWRIGHT_PASSWORD: password } })
  const seen = new Set<string>()
  /** Runs a command; what stands for its subcommand, if it has any, comes first. */
  const json = async (...args: string[]) => {
    const path = commands.has(args[0]!) ? args[0]! : `${args[0]} ${args[1]}`
    seen.add(path)
    const { code, stdout, stderr } = await home.run([...args, '--json'])
    assert.equal(code, 0, `${args.join(' ')}: ${stdout}${stderr}`)
    for (const line of stderr.split('\n').filter(Boolean))
      assert.equal(typeof JSON.parse(line), 'object', line)
    assert.match(stdout, /^\{[^\n]*\}\n$/)
    return JSON.parse(stdout) as Record<string, string> & {
      task: { task_id: string }
      items: Record<string, string>[]
      rows: { status: string }[]
    }
  }

  await json('login', '--register', '--email', email)
  await createClient({ base_url: product.url }).POST('/api/v1/auth/forgot-password', { body: { email } })
  await json('link', await mailedLink(product, 'reset_password'))
  await json('login', '--email', email)
  assert.equal((await json('whoami'))['credential'], 'session')
  await json('topup', '20')
  await json('balance')
  await json('models')
  await json('quote', 'a calm sea')
  await json('optimize', 'a calm sea')
  await json('tags', 'a calm sea')
  const { task } = await json('generate', 'a calm sea', '--duration', '1', '-o', 'sea.mp4')
  const { task_id } = task
  await json('watch', task_id)
  await json('download', task_id, '-o', 'again.mp4')
  await json('enhance', task_id, '-o', 'large.mp4')
  await json('retry', task_id, '-o', 'third.mp4')
  await json('tasks')
  await json('transactions')
  assert.deepEqual(await json('open', task_id, '--print'), {
    url: `${product.url}/v/${task_id}`,
    opened: false,
  })
  const long = await json('generate', 'a long one', '--duration', '10', '--resolution', '720p', '--no-wait')
  await json('cancel', long.task.task_id)
  await json('delete', long.task.task_id)
  await writeFile(join(home.folder, 'films.csv'), 'prompt,duration\na fox,1\n')
  assert.deepEqual(
    (await json('batch', 'films.csv')).rows.map(({ status }) => status),
    ['done'],
  )
  const key = await json('keys', 'create', 'a key')
  assert.equal((await json('keys', 'list')).items.length, 1)
  await json('keys', 'revoke', key['key_id']!)
  const hook = await json('webhooks', 'create', 'https://example.org/videos')
  assert.equal((await json('webhooks', 'list')).items.length, 1)
  await json('webhooks', 'test', hook['webhook_id']!)
  await json('webhooks', 'delete', hook['webhook_id']!)
  assert.ok((await json('completion', 'bash'))['script']!.includes('events'))
  await json('logout')
  // One whose output never ends: the next test. And one whose output is a protocol's: mcp.test.ts.
  assert.deepEqual(
    [...commands.keys()].filter((path) => !seen.has(path)),
    ['events', 'mcp'],
  )
})

test('events are told as they happen, over a restart of the service, until Ctrl-C, which is no error', async (t) => {
  const product = await installProduct(t)
  await product.start()
  const maker = await createMaker(product.url)
  const { api_key } = await maker.POST('/api/v1/me/api-keys', { body: { name: 'a tail' } })
  const home = await openHome(t, { url: product.url, env: { CLIPWRIGHT_API_KEY: api_key } })
  const body = { prompt: 'a calm sea', duration_seconds: 1 }
  const make = () => maker.POST('/api/v1/video/generate', { body })

  const first = await make()
  const human = home.start(['events', '--since', '0'])
  const tail = home.start(['events', '--since', '0', '--json'])
  type Event = { id: string; type: string; task: { task_id: string } }
  const events = () => tail.lines().map((line) => JSON.parse(line) as Event)
  /** Waits until the task has ended there too. */
  const endOf = (task_id: string) =>
    until(
      async () => events().some(({ type, task }) => type === 'task.completed' && task.task_id === task_id),
      Boolean,
    )
  await endOf(first.task_id)
  await product.stop()
  await product.start()
  await endOf((await make()).task_id)
  const ids = events().map(({ id }) => Number(id))
  assert.deepEqual(
    ids,
    ids.map((_, at) => at + 1),
    'no event is missing, none comes twice',
  )
  const shows = (line: string) => line.trimStart().startsWith(`${ids.at(-1)}  `)
  await until(async () => human.lines().some(shows), Boolean)
  for (const { child, ended } of [tail, human]) {
    child.kill('SIGINT')
    const { code, stderr } = await ended
    assert.equal(code, 130)
    for (const line of stderr.split('\n').filter(Boolean)) assert.match(line, /Connecting again/)
  }
  const later = home.start(['events', '--since', String(ids.at(-2))])
  const [next] = await until(
    async () => later.lines(),
    ({ length }) => length > 0,
  )
  assert.match(next!, new RegExp(`^ *${ids.at(-1)}  .*  completed  `))
  later.child.kill('SIGTERM')
  assert.equal((await later.ended).code, 143)
})

test('a video is opened by the browser of the system, and without one its address is printed', async (t) => {
  const url = 'http://127.0.0.1:1/films' // nobody is asked: the id is whole
  const home = await openHome(t, { url })
  const task_id = '0b6f5c1e-58c8-4d1c-a5a1-0b1f9a3a7d11'
  const bin = join(home.folder, 'bin')
  await mkdir(bin)
  const opener = join(bin, process.platform === 'darwin' ? 'open' : 'xdg-open')
  const withOpener = { env: { PATH: `${bin}:/bin:/usr/bin` } }
  const write = async (text: string) => {
    await writeFile(opener, `#!/bin/sh\n${text}\n`)
    await chmod(opener, 0o755)
  }
  await write('echo "$1" > opened')
  const opened = await home.run(['open', task_id], withOpener)
  assert.deepEqual([opened.code, opened.stdout], [0, `Opened ${url}/v/${task_id}\n`])
  assert.equal(await readFile(join(home.folder, 'opened'), 'utf8'), `${url}/v/${task_id}\n`)
  const studio = await home.run(['open'], withOpener)
  assert.equal(studio.stdout, `Opened ${url}/\n`)
  await write('exit 3')
  for (const [args, options] of [
    [['open', task_id], withOpener],
    [['open', task_id], { env: { PATH: '/nowhere' } }],
    [['open', task_id, '--print'], withOpener],
  ] as const) {
    const { code, stdout, stderr } = await home.run(args, options)
    assert.deepEqual([code, stdout, stderr], [0, `${url}/v/${task_id}\n`, ''])
  }
})
