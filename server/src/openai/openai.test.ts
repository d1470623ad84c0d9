import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { suite, test, type TestContext } from 'node:test'
import sharp from 'sharp'
import { previewModel } from '../catalog/catalog.ts'
import { capture } from '../testing/capture.ts'
import { createWorld, type Person, type World } from '../testing/world.ts'

interface Video {
  id: string
  status: string
  progress: number
  model: string
  size: string
  seconds: string
  prompt: string
  remixed_from_video_id: string | null
  expires_at: number | null
  completed_at: number | null
  error: { code: string } | null
}

interface Refused {
  error: { message: string; type: string; param: string | null; code: string }
}

async function caller(t: TestContext, options: Parameters<typeof createWorld>[1] = {}) {
  const world = await createWorld(t, options)
  const ann = await world.person()
  await world.credits(ann, 100_000)
  return { ...world, ann, ...calls(world, ann.token) }
}

function calls({ app }: World, token: string) {
  const send = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object | Buffer, headers = {}) =>
    app.inject({
      method,
      url: `/openai/v1${path}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(payload && { payload }),
    })
  const create = async (body: object, headers = {}) => {
    const response = await send('POST', '/videos', body, headers)
    assert.equal(response.statusCode, 200, response.body)
    return response.json<Video>()
  }
  const refused = async (body: object, path = '/videos') => {
    const response = await send('POST', path, body)
    const { error } = response.json<Refused>()
    return [response.statusCode, error.code, error.param, error.type]
  }
  return { send, create, refused }
}

/** As a worker leaves it. */
async function complete(db: World['db'], task_id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const done = {
      status: 'completed',
      result_key: `videos/${task_id}.mp4`,
      completed_at: new Date(),
    } as const
    await trx.updateTable('tasks').set(done).where('task_id', '=', task_id).execute()
    await capture(trx, task_id)
  })
}

const picture = () =>
  sharp({ create: { width: 480, height: 832, channels: 3, background: 'red' } })
    .png()
    .toBuffer()

/** A multipart body as clients write one. */
function form(parts: Record<string, string | Buffer>, boundary = 'b0undary') {
  const chunks = Object.entries(parts).flatMap(([name, value]) => {
    const file = typeof value === 'string' ? '' : '; filename="a.png"\r\ncontent-type: image/png'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(value as string), Buffer.from('\r\n')]
  })
  const payload = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)])
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

suite('a video in the words of OpenAI', () => {
  test('is the same task, with the same money', async (t) => {
    const { create, get, ann, send } = await caller(t)
    const made = await create({ prompt: 'a calm sea', model: 'sora-2', seconds: '4', size: '720x1280' })
    assert.deepEqual(
      [made.status, made.model, made.size, made.seconds, made.prompt, made.progress],
      ['queued', 'preview', '720x1280', '4', 'a calm sea', 0],
    )
    const task = (await get(`/api/v1/tasks/${made.id}`, ann.token)).json()
    const { resolution, aspect_ratio, duration_seconds } = task.params
    assert.deepEqual([resolution, aspect_ratio, duration_seconds], ['720p', '9:16', 4])
    assert.ok(task.cost > 0)
    assert.equal((await get('/api/v1/me', ann.token)).json().balance_held, task.cost)
    assert.deepEqual((await send('GET', `/videos/${made.id}`)).json(), made)
  })

  test('takes what SGLang and vLLM-Omni add', async (t) => {
    const models = [
      { ...previewModel, steps: { min: 1, max: 50, default: 20 }, guidance: { min: 1, max: 9, default: 5 } },
    ]
    const { create, get, ann } = await caller(t, { models })
    const added = { seed: 7, num_inference_steps: 12, guidance_scale: 3.5, negative_prompt: 'rain' }
    const { id, seconds } = await create({
      prompt: 'a',
      width: 640,
      height: 640,
      num_frames: 49,
      fps: 16,
      ...added,
    })
    const { params, negative_prompt } = (await get(`/api/v1/tasks/${id}`, ann.token)).json()
    assert.deepEqual(
      [params.seed, params.steps, params.guidance, negative_prompt, params.aspect_ratio, seconds],
      [7, 12, 3.5, 'rain', '1:1', '3'],
    )
  })

  test('has one of OpenAI’s own sizes as the nearest that the model makes', async (t) => {
    const sizes = { '720p': { '16:9': [1280, 704], '9:16': [704, 1280], '1:1': [960, 960] } } as const
    const { create, refused } = await caller(t, { models: [{ ...previewModel, sizes }] })
    const made = async (size: string) => (await create({ prompt: 'a', size, seconds: 1 })).size
    assert.deepEqual(
      [await made('1280x720'), await made('720x1280'), await made('1024x1792'), await made('960x960')],
      ['1280x704', '704x1280', '704x1280', '960x960'],
    )
    assert.deepEqual(await refused({ prompt: 'a', size: '1280x700' }), [
      400,
      'literal_error',
      'size',
      'invalid_request_error',
    ])
  })

  test('is refused with the field in the caller’s words', async (t) => {
    const { refused } = await caller(t)
    const invalid = (code: string, param: string | null) => [400, code, param, 'invalid_request_error']
    const cases: [object, ReturnType<typeof invalid>][] = [
      [{}, invalid('missing', 'prompt')],
      [{ prompt: 'a', seconds: '99' }, invalid('less_than_equal', 'seconds')],
      [{ prompt: 'a', seconds: '1.5' }, invalid('int_parsing', 'seconds')],
      [{ prompt: 'a', seconds: 0 }, invalid('int_parsing', 'seconds')],
      [{ prompt: 'a', model: 'nobody' }, invalid('literal_error', 'model')],
      [{ prompt: 'a', fps: 24 }, invalid('literal_error', 'fps')],
      [{ prompt: 'a', n: 2 }, invalid('less_than_equal', 'n')],
      [{ prompt: 'a', width: 832 }, invalid('missing', 'height')],
      [{ prompt: 'a', num_inference_steps: 5 }, invalid('value_error', 'num_inference_steps')],
      [{ prompt: 'a', input_reference: 'uploads/nothing' }, invalid('value_error', 'input_reference')],
      [
        { prompt: 'a', input_reference: { image_url: 'data:image/png;base64,!' } },
        invalid('value_error', 'input_reference'),
      ],
      [{ prompt: 'a', input_reference: 'x', reference_url: 'y' }, invalid('value_error', 'input_reference')],
    ]
    for (const [body, expected] of cases)
      assert.deepEqual(await refused(body), expected, JSON.stringify(body))
  })

  test('that costs more than there is, is refused as by OpenAI, and not to be repeated', async (t) => {
    const { person, ...world } = await createWorld(t)
    const poor = await person()
    const response = await calls(world as World, poor.token).send('POST', '/videos', { prompt: 'a' })
    const { error } = response.json<Refused>()
    assert.deepEqual(
      [response.statusCode, error.type, error.code],
      [429, 'insufficient_quota', 'insufficient_balance'],
    )
    assert.equal(response.headers['x-should-retry'], 'false')
  })

  test('is made once for an Idempotency-Key, as JSON and as a form with another boundary', async (t) => {
    const { create, send } = await caller(t)
    const key = { 'idempotency-key': 'one' }
    const first = await create({ prompt: 'a', seconds: '1' }, key)
    assert.equal((await create({ prompt: 'a', seconds: '1' }, key)).id, first.id)
    const other = await send('POST', '/videos', { prompt: 'b', seconds: '1' }, key)
    assert.deepEqual([other.statusCode, other.json<Refused>().error.code], [400, 'idempotency_key_reused'])

    const png = await picture()
    const sent = async (boundary: string, prompt = 'a') => {
      const { payload, headers } = form({ prompt, seconds: '1', input_reference: png }, boundary)
      return send('POST', '/videos', payload, { ...headers, 'idempotency-key': 'two' })
    }
    const [one, two] = [await sent('aaa'), await sent('bbb')]
    assert.equal(one.statusCode, 200, one.body)
    assert.equal(one.json().id, two.json().id)
    assert.equal(two.headers['idempotent-replayed'], 'true')
    assert.equal((await sent('aaa', 'c')).json<Refused>().error.code, 'idempotency_key_reused')
  })
})

suite('a first frame', () => {
  test('comes as a file, as a data URL, or as the key of an upload, and gives the video its shape', async (t) => {
    const { create, send, ann, get } = await caller(t)
    const png = await picture()
    const dataUrl = `data:image/png;base64,${png.toString('base64')}`
    const asFile = form({ prompt: 'a', input_reference: png })
    const asNested = form({ prompt: 'a', 'input_reference[image_url]': dataUrl })
    const asJson = form({ prompt: 'a', image_reference: JSON.stringify({ image_url: dataUrl }) })
    const made = []
    for (const { payload, headers } of [asFile, asNested, asJson])
      made.push((await send('POST', '/videos', payload, headers)).json<Video>())
    made.push(await create({ prompt: 'a', input_reference: { image_url: dataUrl } }))
    made.push(await create({ prompt: 'a', reference_url: dataUrl }))
    const { image_key } = (await get(`/api/v1/tasks/${made[0]!.id}`, ann.token)).json().params
    made.push(await create({ prompt: 'a', input_reference: { file_id: image_key } }))
    assert.deepEqual(
      made.map(({ size }) => size),
      Array(6).fill('480x832'),
    )
  })

  test('that is none is refused, and nothing is submitted', async (t) => {
    const { send, get, ann } = await caller(t)
    const { payload, headers } = form({ prompt: 'a', input_reference: Buffer.from('no picture at all') })
    const response = await send('POST', '/videos', payload, headers)
    assert.deepEqual([response.statusCode, response.json<Refused>().error.code], [400, 'value_error'])
    assert.equal((await get('/api/v1/tasks', ann.token)).json().total, 0)
  })
})

suite('the list', () => {
  test('goes on from a video in both directions, though that one is deleted by then', async (t) => {
    const { create, send, db } = await caller(t)
    const ids: string[] = []
    for (const seconds of ['1', '2', '3', '4', '5']) ids.push((await create({ prompt: 'a', seconds })).id)
    const page = async (query: string) =>
      (await send('GET', `/videos?${query}`)).json<{
        data: Video[]
        has_more: boolean
        first_id: string
        last_id: string
      }>()
    const first = await page('limit=2')
    assert.deepEqual(
      first.data.map(({ id }) => id),
      [ids[4], ids[3]],
    )
    assert.deepEqual([first.has_more, first.first_id, first.last_id], [true, ids[4], ids[3]])
    await complete(db, ids[3]!)
    assert.equal((await send('DELETE', `/videos/${ids[3]}`)).json().deleted, true)
    const rest = await page(`limit=3&after=${ids[3]}`)
    assert.deepEqual([rest.data.map(({ id }) => id), rest.has_more], [[ids[2], ids[1], ids[0]], false])
    const oldest = await page(`limit=2&order=asc&after=${ids[0]}`)
    assert.deepEqual([oldest.data.map(({ id }) => id), oldest.has_more], [[ids[1], ids[2]], true])
    const wrong = await send('GET', '/videos?after=nothing')
    assert.deepEqual([wrong.statusCode, wrong.json<Refused>().error.param], [400, 'after'])
  })
})

suite('what is made of a video', () => {
  test('its recipe with another prompt, once it is completed', async (t) => {
    const { create, send, get, ann, ...world } = await caller(t)
    const made = await create({ prompt: 'a calm sea', seconds: '2', size: '640x640', seed: 11 })
    const early = await send('POST', `/videos/${made.id}/remix`, { prompt: 'at night' })
    assert.deepEqual([early.statusCode, early.json<Refused>().error.code], [409, 'task_not_completed'])
    await complete(world.db, made.id)
    const remix = (await send('POST', `/videos/${made.id}/remix`, { prompt: 'at night' })).json<Video>()
    assert.deepEqual(
      [remix.prompt, remix.size, remix.seconds, remix.remixed_from_video_id],
      ['at night', '640x640', '2', made.id],
    )
    assert.equal((await get(`/api/v1/tasks/${remix.id}`, ann.token)).json().params.seed, 11)
  })

  test('nothing of an enhanced one, which has no prompt', async (t) => {
    const { create, send, post, ann, db } = await caller(t)
    const made = await create({ prompt: 'a', seconds: '1' })
    await complete(db, made.id)
    const enhanced = await post(`/api/v1/tasks/${made.id}/enhance`, ann.token, { target: '1080p' })
    const { task_id } = enhanced.json<{ task_id: string }>()
    const response = await send('POST', `/videos/${task_id}/remix`, { prompt: 'b' })
    assert.deepEqual([response.statusCode, response.json<Refused>().error.code], [409, 'task_not_retryable'])
  })

  test('its files, as bytes, once they are there', async (t) => {
    const { create, send, deps, db } = await caller(t)
    const made = await create({ prompt: 'a', seconds: '1' })
    const content = async (variant = 'video') => {
      const { statusCode, headers, body, json } = await send(
        'GET',
        `/videos/${made.id}/content?variant=${variant}`,
      )
      return statusCode === 200 ? [headers['content-type'], body] : [statusCode, json<Refused>().error.code]
    }
    assert.deepEqual(await content(), [409, 'result_not_ready'])
    await complete(db, made.id)
    assert.deepEqual(await content(), [410, 'result_gone'])
    assert.deepEqual(await content('thumbnail'), [404, 'media_not_found'])
    await deps.storage.put(`videos/${made.id}.mp4`, Readable.from(['bytes']), { content_type: 'video/mp4' })
    assert.deepEqual(await content(), ['video/mp4', 'bytes'])
    assert.deepEqual(await content('other'), [400, 'literal_error'])
  })

  test('its end is told, and when it goes', async (t) => {
    const { create, send, ...world } = await caller(t, { env: { RESULT_RETENTION_DAYS: '7' } })
    const made = await create({ prompt: 'a', seconds: '1' })
    await complete(world.db, made.id)
    const done = (await send('GET', `/videos/${made.id}`)).json<Video>()
    assert.deepEqual([done.status, done.progress], ['completed', 100])
    assert.equal(done.expires_at, done.completed_at! + 7 * 86_400)
  })
})

suite('through this door too', () => {
  test('a key can’t do what its scopes do not say', async (t) => {
    const { apiKey, ann, ...world } = await caller(t)
    const made = await world.create({ prompt: 'a', seconds: '1' })
    const may = async (scopes: string[]) => {
      const { send } = calls(world as unknown as World, (await apiKey(ann, { scopes })).api_key)
      const answers = [
        await send('GET', '/videos'),
        await send('GET', `/videos/${made.id}`),
        await send('GET', '/models'),
        await send('POST', '/videos', { prompt: 'a', seconds: '1' }),
        await send('POST', `/videos/${made.id}/remix`, { prompt: 'b' }),
        await send('DELETE', `/videos/${made.id}`),
      ]
      return answers.map(({ statusCode }) => statusCode)
    }
    assert.deepEqual(await may(['agent']), [403, 403, 403, 403, 403, 403])
    assert.deepEqual(await may(['video:read']), [200, 200, 200, 403, 403, 403])
    assert.deepEqual(await may(['video:write']), [403, 403, 403, 200, 409, 409])
  })

  test('another’s video is as none', async (t) => {
    const { person, create, ...world } = await caller(t)
    const made = await create({ prompt: 'a', seconds: '1' })
    const eve: Person = await person()
    const { send } = calls(world as unknown as World, eve.token)
    for (const path of ['', '/content']) {
      const [others, none] = [
        await send('GET', `/videos/${made.id}${path}`),
        await send('GET', `/videos/none${path}`),
      ]
      assert.deepEqual([others.statusCode, others.json()], [404, none.json()])
    }
    assert.equal((await send('GET', `/videos?after=${made.id}`)).statusCode, 400)
    assert.equal((await send('DELETE', `/videos/${made.id}`)).statusCode, 404)
  })

  test('a path that is not there is told in the same shape, and one of ours as always', async (t) => {
    const { send, get } = await caller(t)
    const nothing = await send('GET', '/nothing')
    assert.deepEqual(
      [nothing.statusCode, nothing.json()],
      [
        404,
        { error: { message: 'Not found.', type: 'invalid_request_error', param: null, code: 'not_found' } },
      ],
    )
    assert.equal((await get('/api/v1/nothing')).json().code, 'not_found')
  })
})
