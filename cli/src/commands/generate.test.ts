import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  completed,
  failed,
  quote,
  refuse,
  running,
  startFakeService,
  video,
} from '../testing/fake-service.ts'
import { createHome } from '../testing/run-cli.ts'
import { cleanUp } from '../../../server/src/testing/clean-up.ts'

const generate = 'POST /api/v1/video/generate'
const withKey = { env: { CLIPWRIGHT_API_KEY: 'svck_test' } }
const files = (folder: string) => readdirSync(folder).filter((name) => name !== 'clipwright')

test('with --json stdout is one object, stderr is progress in JSON lines, and the video is whole', async (t) => {
  const service = await startFakeService(t)
  service.task = running
  const answers = [running, completed]
  service.routes[`GET /api/v1/tasks/${completed.task_id}`] = () => ({
    status: 200,
    body: answers.shift() ?? completed,
  })
  const home = createHome(t, service.url)
  const { code, json, stderr } = await home.run(['generate', 'a red balloon', '--json'], withKey)
  assert.equal(code, 0)
  const { task, file, size_bytes } = json()
  assert.deepEqual(
    { task, file, size_bytes },
    { task: completed, file: 'a-red-balloon-0b6f5c1e.mp4', size_bytes: video.byteLength },
  )
  assert.deepEqual(readFileSync(join(home.folder, 'a-red-balloon-0b6f5c1e.mp4')), video)
  const events = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string; stage?: string; progress?: number })
  assert.deepEqual(events.slice(0, 2), [
    { event: 'price', cost: 50, balance: 950 },
    { event: 'submitted', task_id: completed.task_id, cost: 50 },
  ])
  assert.ok(events.some(({ stage, progress }) => stage === 'rendering' && progress === 0.43))
})

test('without a terminal only the outcome goes to stdout, and nothing is coloured or moved', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  const { code, stdout, stderr } = await home.run(['generate', 'x', '--output', 'v.mp4'], withKey)
  assert.equal(code, 0)
  assert.equal(stdout, 'v.mp4  832x480, 5 s, 300 kB, 0.50 credits\n')
  const [price, submitted] = stderr.split('\n')
  assert.equal(price, 'Costs 0.50 credits of your 9.50 credits')
  assert.equal(submitted, `Submitted ${completed.task_id}, 0.50 credits held`)
  assert.ok(!`${stdout}${stderr}`.includes('\x1b'))
})

test('each option reaches the service, and what is left out stays out', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  const options =
    '--model m --duration 8 --resolution 720p --aspect 9:16 --seed 0 --negative fog --no-wait'.split(' ')
  const first = await home.run(['generate', 'waves', ...options, '--json'], withKey)
  await home.run(['generate', '--no-wait', '--', '-5 degrees'], withKey)
  assert.deepEqual(
    service.calls(generate).map(({ body }) => body),
    [
      {
        prompt: 'waves',
        model: 'm',
        duration_seconds: 8,
        resolution: '720p',
        aspect_ratio: '9:16',
        seed: 0,
        negative_prompt: 'fog',
      },
      { prompt: '-5 degrees' },
    ],
  )
  assert.deepEqual(first.json(), { task: completed, file: null })
})

test('a parameter of the model’s own is sent in the type that the model says, and others as they are', async (t) => {
  const service = await startFakeService(t)
  const properties = {
    lora: { type: 'string', enum: ['7'] },
    shift: { type: 'number' },
    batch: { type: 'integer' },
    loop: { type: 'boolean' },
  }
  const parameters = { properties: { parameters: { properties } } }
  const items = [
    { model: 'other', is_default: true, parameters: {} },
    { model: 'm', parameters },
  ]
  service.routes['GET /api/v1/models'] = () => ({ status: 200, body: { items } })
  const home = createHome(t, service.url)
  const given = 'lora=7 shift=-0.5 batch=x loop=true word=a=b 雨=1'
    .split(' ')
    .flatMap((each) => ['--param', each])
  await home.run(['generate', 'waves', '--model', 'm', ...given, '--no-wait'], withKey)
  assert.deepEqual(service.calls(generate)[0]!.body, {
    prompt: 'waves',
    model: 'm',
    parameters: { lora: '7', shift: -0.5, batch: 'x', loop: true, word: 'a=b', 雨: '1' },
  })
  for (const wrong of [['lora'], ['=7'], ['lora=1', '--param', 'lora=2']]) {
    const { code, stderr } = await home.run(['generate', 'waves', '--param', ...wrong], withKey)
    assert.equal(code, 2)
    assert.match(stderr, /name=value|given twice/)
  }
  assert.equal(service.calls(generate).length, 1)

  const detail = [
    { loc: ['body', 'parameters', 'lora'], msg: 'Input must be one of ["7"]', type: 'literal_error' },
  ]
  service.routes['POST /api/v1/video/quote'] = () => refuse(422, 'validation_failed', detail)
  const { stderr } = await home.run(['generate', 'waves', '--param', 'lora=8'], withKey)
  assert.match(stderr, /--param lora: Input must be one of/)
})

test('a picture is uploaded once, under its type, and named in the submission; what is none is refused before', async (t) => {
  const service = await startFakeService(t)
  const sent: { type: string | undefined; bytes: Buffer }[] = []
  const bucket = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      sent.push({ type: request.headers['content-type'], bytes: Buffer.concat(chunks as Buffer[]) })
      response.end()
    })
  })
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve))
  cleanUp(t, () => bucket.close())
  const { port } = bucket.address() as AddressInfo
  service.routes['POST /api/v1/uploads'] = () => ({
    status: 200,
    body: {
      image_key: 'uploads/1',
      upload_url: `http://127.0.0.1:${port}/x`,
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg' },
    },
  })
  const home = createHome(t, service.url)
  writeFileSync(join(home.folder, 'fox.JPG'), 'a picture')
  const options = [
    '--image',
    'fox.JPG',
    '--last-image',
    'https://example.org/b.png',
    '--steps',
    '8',
    '--guidance',
    '4.5',
  ]
  const { code, stderr } = await home.run(['generate', 'x', '--no-wait', ...options], withKey)
  assert.equal(code, 0, stderr)
  assert.deepEqual(sent, [{ type: 'image/jpeg', bytes: Buffer.from('a picture') }])
  assert.deepEqual(service.calls(generate)[0]!.body, {
    prompt: 'x',
    steps: 8,
    guidance: 4.5,
    image_url: 'uploads/1',
    last_image_url: 'https://example.org/b.png',
  })
  const text = await home.run(['generate', 'x', '--image', 'fox.txt'], withKey)
  assert.deepEqual([text.code, service.calls(generate).length], [2, 1])
})

test('a sound is uploaded under its type and named in the submission; what is none is refused before', async (t) => {
  const service = await startFakeService(t)
  const types: (string | undefined)[] = []
  const bucket = createServer((request, response) => {
    types.push(request.headers['content-type'])
    request.resume().on('end', () => response.end())
  })
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve))
  cleanUp(t, () => bucket.close())
  const { port } = bucket.address() as AddressInfo
  const upload_url = `http://127.0.0.1:${port}/x`
  service.routes['POST /api/v1/uploads/audio'] = () => ({
    status: 200,
    body: { audio_key: 'uploads/2', upload_url, method: 'PUT', headers: { 'content-type': 'audio/ogg' } },
  })
  const home = createHome(t, service.url)
  writeFileSync(join(home.folder, 'voice.opus'), 'a sound')
  const { code, stderr } = await home.run(['generate', 'x', '--no-wait', '--audio', 'voice.opus'], withKey)
  assert.equal(code, 0, stderr)
  assert.deepEqual(types, ['audio/ogg'])
  assert.deepEqual(service.calls('POST /api/v1/uploads/audio')[0]!.body, {
    content_type: 'audio/ogg',
    content_length: 7,
  })
  assert.deepEqual(service.calls(generate)[0]!.body, { prompt: 'x', audio_url: 'uploads/2' })
  const text = await home.run(['generate', 'x', '--audio', 'voice.txt'], withKey)
  assert.deepEqual([text.code, service.calls(generate).length], [2, 1])
})

test('a video that is too dear says what it costs, what is there, and how to add it', async (t) => {
  const service = await startFakeService(t)
  service.routes[generate] = () =>
    refuse(402, 'insufficient_balance', 'Insufficient balance.', { required: 1200, available: 300 })
  const home = createHome(t, service.url)
  const { code, stdout, stderr } = await home.run(['generate', 'x'], withKey)
  assert.deepEqual([code, stdout], [5, ''])
  assert.match(stderr, /costs 12\.00 credits, and 3\.00 credits are available/)
  assert.match(stderr, /clipwright topup 9\.00/)
  const { error } = (await home.run(['generate', 'x', '--json'], withKey)).json()
  assert.partialDeepStrictEqual(error, {
    code: 'insufficient_balance',
    status: 402,
    required: 1200,
    available: 300,
    request_id: 'req_1',
  })
})

test('what the service does not accept is named as the command line names it', async (t) => {
  const service = await startFakeService(t)
  service.routes[generate] = () =>
    refuse(422, 'validation_failed', [
      { loc: ['body', 'duration_seconds'], msg: 'preview makes videos of 1 to 10 seconds', type: 'x' },
      { loc: ['body', 'aspect_ratio'], msg: 'preview offers 16:9', type: 'x' },
    ])
  const home = createHome(t, service.url)
  const { code, stderr } = await home.run(['generate', 'x'], withKey)
  assert.equal(code, 1)
  assert.match(stderr, /--duration: preview makes videos of 1 to 10 seconds\n.*--aspect: preview offers 16:9/)
})

test('a task that fails ends with 4 and says that nothing was charged', async (t) => {
  const service = await startFakeService(t)
  service.task = failed
  const home = createHome(t, service.url)
  const { code, stderr } = await home.run(['generate', 'x'], withKey)
  assert.equal(code, 4)
  assert.match(stderr, /The task failed: The engine is away\.\nNothing was charged\./)
  const { error } = (await home.run(['watch', completed.task_id, '--json'], withKey)).json()
  assert.partialDeepStrictEqual(error, { code: 'engine_unavailable', task: failed })
  assert.deepEqual(files(home.folder), [])
})

test('nothing is paid for a video that could not be saved where it was asked', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  writeFileSync(join(home.folder, 'v.mp4'), 'mine')
  const { code } = await home.run(['generate', 'x', '-o', 'v.mp4'], withKey)
  assert.equal(code, 1)
  assert.equal((await home.run(['generate', 'x', '-o', 'nowhere/v.mp4'], withKey)).code, 2)
  assert.deepEqual(service.calls(generate), [])
})

test('a file is overwritten only with --force', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  const path = join(home.folder, 'v.mp4')
  writeFileSync(path, 'mine')
  const refused = await home.run(['download', completed.task_id, '-o', 'v.mp4'], withKey)
  assert.deepEqual([refused.code, readFileSync(path, 'utf8')], [1, 'mine'])
  assert.match(refused.stderr, /--force/)
  const forced = await home.run(['download', completed.task_id, '-o', 'v.mp4', '--force', '--json'], withKey)
  assert.deepEqual(forced.json(), {
    task_id: completed.task_id,
    file: 'v.mp4',
    size_bytes: video.byteLength,
  })
  assert.deepEqual(readFileSync(path), video)
})

test('a file that appears while the video comes is not overwritten', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  service.routes['GET /storage/video'] = () => {
    writeFileSync(join(home.folder, 'v.mp4'), 'mine')
    return { status: 200, body: 'video' }
  }
  const { code } = await home.run(['download', completed.task_id, '-o', 'v.mp4'], withKey)
  assert.equal(code, 1)
  assert.equal(readFileSync(join(home.folder, 'v.mp4'), 'utf8'), 'mine')
  assert.deepEqual(files(home.folder), ['v.mp4'])
})

test('a download that breaks off leaves nothing, and says how to get the video', async (t) => {
  const service = await startFakeService(t)
  service.routes['GET /storage/video'] = (_request, response) => {
    response.writeHead(200, { 'content-length': video.byteLength })
    response.write(video.subarray(0, 1000), () => response.destroy())
    return undefined
  }
  const home = createHome(t, service.url)
  const { code, stderr } = await home.run(['generate', 'x'], withKey)
  assert.equal(code, 3)
  assert.match(stderr, new RegExp(`clipwright download ${completed.task_id}`))
  assert.deepEqual(files(home.folder), [])
})

test('Ctrl-C while a video is made ends with 130 and tells that the task goes on', async (t) => {
  const service = await startFakeService(t)
  service.task = running
  const home = createHome(t, service.url)
  const { child, ended } = home.start(['generate', 'x'], withKey)
  for (let told = ''; !told.includes('Submitted');) {
    const [part] = (await once(child.stderr, 'data')) as [Buffer]
    told += String(part)
  }
  child.kill('SIGINT')
  const { code, stderr } = await ended
  assert.equal(code, 130)
  assert.match(stderr, new RegExp(`goes on.*clipwright watch ${completed.task_id}`))
})

test('Ctrl-C during a download leaves nothing', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  const begun = Promise.withResolvers<void>()
  service.routes['GET /storage/video'] = (_request, response) => {
    response.writeHead(200, { 'content-length': video.byteLength })
    response.write(video.subarray(0, 1000), () => begun.resolve())
    return undefined
  }
  const { child, ended } = home.start(['download', completed.task_id], withKey)
  await begun.promise
  child.kill('SIGINT')
  const { code } = await ended
  assert.equal(code, 130)
  assert.deepEqual(files(home.folder), [])
})

test('a submission that is never answered is sent three times under one key, and may have happened', async (t) => {
  const service = await startFakeService(t)
  service.routes[generate] = (_request, response) => {
    response.destroy()
    return undefined
  }
  const home = createHome(t, service.url)
  const { code, stderr } = await home.run(['generate', 'x'], withKey)
  assert.equal(code, 3)
  assert.match(stderr, /may have been submitted all the same: clipwright tasks/)
  const keys = service.calls(generate).map(({ headers }) => headers['idempotency-key'])
  assert.deepEqual([keys.length, new Set(keys).size], [3, 1])
})

test('progress is followed as it is told, without asking, and a stream that breaks goes on', async (t) => {
  const service = await startFakeService(t)
  const path = `GET /api/v1/tasks/${completed.task_id}`
  const told = (id: number, type: string, task: object) =>
    `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(task)}\n\n`
  service.routes[`${path}/events`] = ({ headers }, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (headers['last-event-id'] === undefined) {
      response.write(`retry: 1\n\n${told(1, 'task.progress', running)}`, () => response.destroy())
    } else response.end(told(2, 'task.completed', completed))
    return undefined
  }
  const home = createHome(t, service.url)
  const { code, json, stderr } = await home.run(['watch', completed.task_id, '--json'], withKey)
  assert.equal(code, 0)
  assert.deepEqual(json(), { ...completed })
  const stages = [...stderr.matchAll(/"stage":"(\w+)"/g)].map((match) => match[1])
  assert.deepEqual(stages, ['rendering', 'waiting', 'completed'])
  assert.equal(service.calls(`${path}/events`).length, 2)
  assert.equal(service.calls(path).length, 2, 'once to see whether it is there, once for the whole of it')
})

test('an answer that is lost on the way is asked for again under the same key', async (t) => {
  const service = await startFakeService(t)
  const submit = service.routes[generate]!
  let calls = 0
  service.routes[generate] = (request, response) => {
    if (++calls > 1) return submit(request, response)
    response.destroy()
    return undefined
  }
  const home = createHome(t, service.url)
  const { code } = await home.run(['generate', 'x', '-o', 'v.mp4'], withKey)
  const keys = service.calls(generate).map(({ headers }) => headers['idempotency-key'])
  assert.deepEqual([code, keys.length, new Set(keys).size], [0, 2, 1])
  assert.match(String(keys[0]), /^[\w-]{36}$/)
})

test('a task is canceled, and made again, by its id', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  const canceled = await home.run(['cancel', completed.task_id], withKey)
  assert.deepEqual([canceled.code, canceled.stdout], [0, 'Canceled, 0.50 credits given back.\n'])
  const again = await home.run(['retry', completed.task_id, '--json', '-o', 'again.mp4'], withKey)
  assert.partialDeepStrictEqual(again.json(), { task: { task_id: completed.task_id }, file: 'again.mp4' })
  assert.deepEqual(files(home.folder), ['again.mp4'])
  service.routes[`POST /api/v1/tasks/${completed.task_id}/cancel`] = () =>
    refuse(409, 'task_ended', 'The task has ended already.')
  assert.equal((await home.run(['cancel', completed.task_id], withKey)).code, 1)
})

test('a prompt comes from an argument, a file or stdin, and from one of them', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  writeFileSync(join(home.folder, 'prompt.txt'), '  a fox\nin the snow\n')
  await home.run(['generate', '--file', 'prompt.txt', '--no-wait'], withKey)
  await home.run(['generate', '-', '--no-wait'], { ...withKey, input: 'waves\n' })
  assert.deepEqual(
    service.calls(generate).map(({ body }) => body),
    [{ prompt: 'a fox\nin the snow' }, { prompt: 'waves' }],
  )
  for (const args of [['x', '--file', 'prompt.txt'], [], ['-'], ['--file', 'nothing.txt']]) {
    assert.notEqual((await home.run(['generate', ...args], withKey)).code, 0, args.join(' '))
  }
  assert.equal(service.calls(generate).length, 2)
})

test('with -o - stdout is the video and nothing else', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  for (const args of [
    ['generate', 'x'],
    ['watch', completed.task_id],
    ['download', completed.task_id],
    ['retry', completed.task_id],
  ]) {
    const { code, stdout, stderr } = await home.run([...args, '-o', '-'], withKey)
    assert.deepEqual([code, stdout === video.toString()], [0, true], args[0])
    assert.match(stderr, /300 kB/)
  }
  assert.deepEqual(files(home.folder), [])
  assert.equal((await home.run(['generate', 'x', '-o', '-', '--json'], withKey)).code, 2)
  assert.equal(service.calls(generate).length, 1)
})

test('what is too dear is told before it is submitted', async (t) => {
  const service = await startFakeService(t)
  service.routes['POST /api/v1/video/quote'] = () => ({
    status: 200,
    body: { ...quote, cost: 1200, balance: 300, affordable: false },
  })
  const home = createHome(t, service.url)
  for (const command of [
    ['generate', 'x'],
    ['retry', completed.task_id],
  ]) {
    const { code, stderr } = await home.run([...command, '--yes'], withKey)
    assert.equal(code, 5)
    assert.match(stderr, /costs 12\.00 credits, and 3\.00 credits are available\.\n.*topup 9\.00/)
  }
  assert.equal(service.calls(generate).length, 0)
})

test('the beginning of an id names a task, where it is the only one', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  const other = `${completed.task_id.slice(0, 6)}ff-58c8-4d1c-a5a1-0b1f9a3a7d12`
  service.routes['GET /api/v1/tasks'] = () => ({
    status: 200,
    body: {
      items: [completed, { ...completed, task_id: other }],
      total: 2,
      page: 1,
      page_size: 100,
    },
  })
  const saved = await home.run(['watch', completed.task_id.slice(0, 8), '--save'], withKey)
  assert.match(saved.stdout, /^a-red-balloon-0b6f5c1e\.mp4 /)
  const several = await home.run(['watch', completed.task_id.slice(0, 6)], withKey)
  assert.equal(several.code, 2)
  assert.ok(several.stderr.includes(other))
  const none = await home.run(['cancel', 'ffff'], withKey)
  assert.equal(none.code, 1)
  assert.match(none.stderr, /No task of yours begins with ffff/)
})

test('canceled is told as canceled, with what was charged', async (t) => {
  const service = await startFakeService(t)
  service.task = { ...failed, error: { code: 'canceled', message: 'The task was canceled.' } }
  const home = createHome(t, service.url)
  const { code, stderr } = await home.run(['watch', completed.task_id], withKey)
  assert.equal(code, 4)
  assert.match(stderr, /The task was canceled\.\nNothing was charged\./)
  const { stdout } = await home.run(['tasks'], withKey)
  assert.match(stdout, /canceled +5 s +480p +0\.00 /)
})

test('a task is deleted', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  const call = `DELETE /api/v1/tasks/${completed.task_id}`
  service.routes[call] = () => ({ status: 204 })
  const { stdout } = await home.run(['delete', completed.task_id], withKey)
  assert.equal(stdout, `Deleted ${completed.task_id}.\n`)
  assert.equal(service.calls(call).length, 1)
})
