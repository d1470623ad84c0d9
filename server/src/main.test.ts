import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { until } from './testing/until.ts'
import { createWorld, type World } from './testing/world.ts'

const program = join(import.meta.dirname, 'main.ts')

function settingsOf(world: World) {
  const { host, port, user, database } = world.connection
  const query = new URLSearchParams({ host, port: String(port), user })
  return {
    NODE_ENV: 'test',
    DATA_DIR: world.folder,
    DATABASE_URL: `postgresql:///${database}?${query.toString()}`,
    PORT: '0',
  }
}

function startCommand(world: World, args: readonly string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    env: settingsOf(world),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve))
  world.resources.defer(async () => {
    child.kill('SIGKILL')
    await code
  })
  return { child, code }
}

/** Runs a command whose readers, of the named outputs, have left before it writes anything. */
async function runWithoutReaders(
  world: World,
  args: readonly string[],
  gone: readonly ('stdout' | 'stderr')[],
): Promise<{ code: number | null; stderr: string }> {
  const { child, code } = startCommand(world, args)
  child.stdout.resume()
  for (const name of gone) child[name].destroy()
  const stderr = gone.includes('stderr') ? '' : await text(child.stderr)
  return { code: await code, stderr }
}

test('a reader that leaves early changes neither what a command does nor its exit code', async (t) => {
  const world = await createWorld(t)
  const commands = [
    [],
    ['help'],
    ['migrate'],
    ['check'],
    ['reconcile'],
    ['rotate-secrets'],
    ['chek'],
    ['setup-link'],
    ['create-admin', '--email', 'root@example.org'],
  ]
  for (const args of commands) {
    const [read, unread, unheard] = await Promise.all([
      runWithoutReaders(world, args, []),
      runWithoutReaders(world, args, ['stdout']),
      runWithoutReaders(world, args, ['stdout', 'stderr']),
    ])
    assert.doesNotMatch(unread.stderr, /EPIPE|node:/, args.join(' '))
    assert.deepEqual([unread.code, unheard.code], [read.code, read.code], args.join(' '))
  }
})

test('a service outlives those who read what it logs', async (t) => {
  const world = await createWorld(t)
  const { child, code } = startCommand(world, ['serve'])
  let address: string | undefined
  let logged = ''
  child.stdout.on('data', (chunk: Buffer) => {
    logged += chunk.toString()
    address = /"address":"(http[^"]+)".*"msg":"ready"/.exec(logged)?.[1]
  })
  await until(() => address !== undefined, 'a service that is ready')
  child.stdout.destroy()
  child.stderr.destroy()
  const path = `${address}/api/v1/tasks` // a refusal is logged
  assert.deepEqual([(await fetch(path)).status, (await fetch(path)).status], [401, 401])
  child.kill('SIGTERM')
  assert.equal(await code, 0)
})

test('a connection to a socket that systemd holds waits for the service, also while it restarts', async (t) => {
  const world = await createWorld(t)
  const holder = spawn(
    '/usr/bin/python3',
    [join(import.meta.dirname, 'testing/neighbours/socket-holder.py'), process.execPath, program, 'serve'],
    { env: settingsOf(world), stdio: ['pipe', 'pipe', 'inherit'] },
  )
  world.resources.defer(async () => {
    holder.stdin.end()
    await once(holder, 'exit')
  })
  const lines = createInterface({ input: holder.stdout })[Symbol.asyncIterator]()
  /** The service writes its log there too. */
  const number = async (): Promise<number> => {
    for (;;) {
      const { value, done } = await lines.next()
      assert.ok(!done, 'the holder ended')
      if (/^\d+$/.test(value)) return Number(value)
    }
  }
  const port = await number()
  const ask = () => fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } })
  const early = ask()
  holder.stdin.write('start\n')
  assert.equal((await early).status, 200)
  holder.stdin.write('stop\n')
  assert.equal(await number(), 0)
  const between = ask()
  holder.stdin.write('start\n')
  assert.equal((await between).status, 200)
})
