import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import type { Client } from '@clipwright/client'
import { cleanUp } from '../server/src/testing/clean-up.ts'
import { commandsOf } from './lib/docs.ts'
import { createMaker, freePort, openProduct, type Product, until } from './lib/product.ts'
import { findPythons } from './lib/pythons.ts'
import { inspectVideo } from './lib/video.ts'

const root = join(import.meta.dirname, '..')
const tools = join(root, '.cache/python/bin')
const run = promisify(execFile)
const patience_ms = 240_000

/** What a caller relies on, and what must not pass: `warn_unused_ignores` of --strict reports a mistake that is none. */
const promises = `
import asyncio
from collections.abc import AsyncGenerator, Generator
from pathlib import Path
from typing import Any

from typing_extensions import assert_type

from clipwright import AsyncClient, Client, Reset, TaskEvent, WebhookEvent, types, verify_webhook

client = Client("http://127.0.0.1:8080", "svck_")
made = client.generate(prompt="a calm sea", duration_seconds=1, idempotency_key="k")
assert_type(made, types.GenerateResponse)
task = client.tasks.get(made["task_id"])
assert_type(task, types.TaskOut)
assert_type(client.wait(made["task_id"], timeout=60), types.TaskOut)
assert_type(client.download(made["task_id"], "a.mp4"), Path)
assert_type(client.watch(made["task_id"]), Generator[TaskEvent | Reset, None, None])
assert_type(client.delete(made["task_id"]), None)
assert_type(client.tasks.live_picture("t"), bytes | None)
assert_type(client.tasks.list(status="queued", enhanced=True)["items"][0]["params"]["seed"], int)
path_params = {"task_id": "t"}
assert_type(client.request("GET", "/api/v1/tasks/{task_id}", path_params=path_params), types.TaskOut)
assert_type(client.request("GET", "/api/v2/of/a/newer/service"), Any)
assert_type(verify_webhook({}, b"", "whsec_"), WebhookEvent)
for event in client.watch_events():
    if event["type"] == "reset":
        assert_type(event, Reset)
    else:
        assert_type(event["task"], types.TaskEventData)
wanted: types.TaskCreate = {"prompt": "a calm sea", "seed": None}
assert_type(client.quote(**wanted), types.QuoteOut)

async def main(other: AsyncClient) -> None:
    assert_type(await other.generate(prompt="a calm sea"), types.GenerateResponse)
    assert_type(await other.wait("t"), types.TaskOut)
    assert_type(other.watch("t"), AsyncGenerator[TaskEvent | Reset, None])
    assert_type(await other.request("GET", "/api/v1/me"), types.UserOut)
    other.me()["email"]  # type: ignore[index]

asyncio.run(main(AsyncClient()))
client.nothing()  # type: ignore[attr-defined]
client.generate()  # type: ignore[call-arg]
client.generate(prompt=5)  # type: ignore[arg-type]
client.generate(prompt="a", durations=5)  # type: ignore[call-arg]
client.tasks.get()  # type: ignore[call-arg]
client.transactions.list(type_="gift")  # type: ignore[arg-type]
client.uploads.put_picture(b"", content_type="image/gif")  # type: ignore[arg-type]
task["nothing"]  # type: ignore[typeddict-item]
task["progress"] + 1  # type: ignore[operator]
if task["status"] == "done":  # type: ignore[comparison-overlap]
    pass
`

/** Watches one task and everything, in two threads, and prints each event. */
const watching = `
import json, sys, threading
from clipwright import Client

def tell(name, events, task_id):
    for event in events:
        print(json.dumps([name, int(event["id"]), event["type"], event["task"]["task_id"]]), flush=True)
        if event["type"] == "task.completed" and event["task"]["task_id"] == task_id:
            break

def on_retry(error):
    print(json.dumps(["again", 0, type(error).__name__, str(error)]), flush=True)

with Client() as client:
    task_id = sys.argv[1]
    task = client.watch(task_id, on_retry=on_retry)
    every = client.watch_events(last_event_id="0", on_retry=on_retry)
    threads = [threading.Thread(target=tell, args=(name, events, task_id)) for name, events in
               [("task", task), ("all", every)]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
`

const submitting = `
import json
from clipwright import Client

with Client() as client:
    print(json.dumps(client.generate(prompt="a calm sea", duration_seconds=1, seed=3)))
`

suite('the package for Python, installed where nothing of the repository is', () => {
  let folder: string
  let wheel: string
  let info: string
  let product: Product & AsyncDisposable
  let maker: Client
  /** The package on the oldest Python with the oldest of what it needs, and on the newest with the newest. */
  let pythons: { oldest: string; newest: string }
  let env: NodeJS.ProcessEnv
  const examples: string[] = []

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clipwright-python-'))
    const { stdout } = await run(process.execPath, [join(root, 'python/pack.mjs'), folder])
    wheel = stdout.split('\n').find((line) => line.endsWith('.whl'))!
    info = `${/clipwright-[\d.]+(?=-)/.exec(wheel)![0]}.dist-info`
    examples.push(...commandsOf('python/README.md').all('python'))
    const here = await findPythons()
    const [oldest, newest] = await Promise.all([
      install(here.oldest, 'oldest', await lowerBounds()),
      install(here.newest, 'newest', []),
    ])
    pythons = { oldest, newest }
    const networks = { OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8', OUTBOUND_ALLOW_HTTP: 'true' }
    product = await openProduct(networks)
    await product.start()
    maker = await createMaker(product.url)
    const { api_key } = await maker.POST('/api/v1/me/api-keys', { body: { name: 'the package' } })
    env = {
      PATH: process.env['PATH'],
      CLIPWRIGHT_URL: product.url,
      CLIPWRIGHT_API_KEY: api_key,
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONWARNINGS: 'error',
    }
  })

  after(async () => {
    await product?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  async function lowerBounds(): Promise<string[]> {
    const { stdout } = await run(join(tools, 'python'), ['-m', 'zipfile', '-e', wheel, join(folder, 'wheel')])
    assert.equal(stdout, '')
    const metadata = await readFile(join(folder, 'wheel', info, 'METADATA'), 'utf8')
    const needed = [...metadata.matchAll(/^Requires-Dist: ([\w-]+)>=([\d.]+)$/gm)]
    assert.deepEqual(
      needed.map(([, name]) => name),
      ['anyio', 'httpx', 'typing-extensions'],
    )
    return needed.map(([, name, version]) => `${name}==${version}`)
  }

  /** An environment of its own; the Python in it. */
  async function install(python: string, name: string, others: string[]): Promise<string> {
    const venv = join(folder, name)
    await run(python, ['-m', 'venv', venv])
    const own = join(venv, 'bin/python')
    await run(own, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', wheel, ...others])
    return own
  }

  test('the wheel has the package and nothing else', async () => {
    const { stdout } = await run(join(tools, 'python'), ['-m', 'zipfile', '-l', wheel])
    const names = [...stdout.matchAll(/^(\S+) +\d{4}-/gm)].map((match) => match[1]!)
    assert.ok(names.includes('clipwright/py.typed') && names.includes('clipwright/_sync/client.py'))
    const others = names.filter((name) => !/^clipwright\/[\w/]+\.(py|typed)$/.test(name))
    assert.deepEqual(others.toSorted(), [
      `${info}/METADATA`,
      `${info}/RECORD`,
      `${info}/WHEEL`,
      `${info}/licenses/LICENSE`,
    ])
  })

  test('what must type-check does, and what must not does not', async () => {
    const sources = { promises, ...Object.fromEntries(examples.map((text, i) => [`example${i}`, text])) }
    const files = Object.keys(sources).map((name) => join(folder, `${name}.py`))
    await Promise.all(Object.values(sources).map((text, i) => writeFile(files[i]!, text)))
    const args = ['--strict', '--python-version', '3.10', '--cache-dir', join(folder, 'mypy')]
    const { stdout } = await run(
      join(tools, 'mypy'),
      [...args, '--python-executable', pythons.oldest, ...files],
      {
        cwd: folder,
      },
    ).catch((error: { stdout: string }) => error)
    assert.equal(stdout, `Success: no issues found in ${files.length} source files\n`)
  })

  test('every example of its README is true on the oldest Python, and both doors on the newest', async (t) => {
    const [video, events, asynchronous, errors, webhooks, ...others] = examples
    assert.deepEqual([typeof webhooks, others], ['string', []])
    const runs = { oldest: [video, events, asynchronous, errors], newest: [video, asynchronous] }
    await Promise.all(
      (['oldest', 'newest'] as const).map(async (name) => {
        const cwd = await mkdtemp(join(folder, `${name}-`))
        for (const example of runs[name]) {
          await run(pythons[name], ['-c', example!], { cwd, env, timeout: patience_ms })
        }
        for (const video of ['balloon.mp4', 'a calm sea.mp4', 'a forest in fog.mp4']) {
          const { stream } = await inspectVideo(join(cwd, video))
          assert.equal(stream.codec_name, 'h264', video)
          assert.ok(Math.abs(Number(stream.duration) - 1) < 0.1, video)
        }
      }),
    )

    const port = await freePort()
    const url = `http://127.0.0.1:${port}/`
    const webhook = await maker.POST('/api/v1/me/webhooks', { body: { url } })
    const hook = spawn(pythons.oldest, ['-c', webhooks!.replace('3000', String(port))], {
      env: { ...env, WEBHOOK_SECRET: webhook.secret },
    })
    cleanUp(t, () => hook.kill('SIGKILL'))
    const said = createInterface({ input: hook.stdout })[Symbol.asyncIterator]()
    await until(
      () =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      (answers) => answers,
    )
    const test = [
      '-c',
      `from clipwright import Client; print(Client().webhooks.test("${webhook.webhook_id}")["status"])`,
    ]
    assert.equal((await run(pythons.oldest, test, { env })).stdout, 'delivered\n')
    assert.equal((await said.next()).value, 'ping')
    const headers = { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' }
    assert.equal((await fetch(url, { method: 'POST', body: '{}', headers })).status, 400)
  })

  test('a watch goes on without a gap when the service is killed and comes back', async (t) => {
    const body = { prompt: 'mountains under a stormy sky', duration_seconds: 3, seed: 1 }
    const { task_id } = await maker.POST('/api/v1/video/generate', { body })
    const program = spawn(pythons.oldest, ['-c', watching, task_id], { env })
    cleanUp(t, () => program.kill('SIGKILL'))
    let errors = ''
    program.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    const ended = once(program, 'close')
    const seen: [string, number, string, string][] = []
    let wasKilled = false
    for await (const line of createInterface({ input: program.stdout })) {
      seen.push(JSON.parse(line) as (typeof seen)[number])
      if (wasKilled || !seen.some(([name, , type]) => name === 'task' && type === 'task.progress')) continue
      wasKilled = true
      await product.kill()
      await product.start()
    }
    assert.deepEqual([await ended, errors], [[0, null], ''])
    assert.ok(seen.filter(([name]) => name === 'again').length >= 2, 'both streams broke')
    const all = seen.filter(([name]) => name === 'all')
    assert.deepEqual(
      all.map(([, id]) => id),
      all.map((_, i) => i + 1),
    )
    const ofTask = seen.filter(([name]) => name === 'task').map(([, ...event]) => event)
    const sameOfAll = all.map(([, ...event]) => event).filter(([, , of]) => of === task_id)
    assert.deepEqual(ofTask, sameOfAll)
    assert.equal(ofTask.at(-1)![1], 'task.completed')
  })

  test('an answer of generate that is lost leaves one task, paid once', async (t) => {
    const asked: (string | undefined)[] = []
    const proxy = createServer((request, response) => {
      const { method, url, headers } = request
      asked.push(headers['idempotency-key'] as string | undefined)
      const isLost = asked.length === 1
      const onward = forward(`${product.url}${url}`, { method: method!, headers }, (answer) => {
        if (isLost) answer.resume().on('end', () => request.socket.destroy())
        else answer.pipe(response.writeHead(answer.statusCode!, answer.headers))
      })
      request.pipe(onward)
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    cleanUp(t, () => {
      proxy.closeAllConnections()
      proxy.close()
    })
    const CLIPWRIGHT_URL = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const before = (await maker.GET('/api/v1/tasks')).total
    const { balance } = await maker.GET('/api/v1/me')
    const { stdout } = await run(pythons.newest, ['-c', submitting], { env: { ...env, CLIPWRIGHT_URL } })
    const made = JSON.parse(stdout) as { task_id: string; cost: number; balance: number }
    assert.deepEqual([asked.length, new Set(asked).size], [2, 1])
    const { total, items } = await maker.GET('/api/v1/tasks')
    assert.deepEqual([total, items[0]!.task_id], [before + 1, made.task_id])
    assert.equal((await maker.GET('/api/v1/me')).balance, balance - made.cost)
  })
})
