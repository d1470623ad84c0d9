import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import fc from 'fast-check'
import { createClient } from '@clipwright/client'
import { createMcpServer } from '@clipwright/mcp'
import { createApp } from '../app.ts'
import { cleanUp } from '../testing/clean-up.ts'
import { fuzzParameters } from '../testing/every-route/fuzz.ts'
import { changedColumns, dumpRows } from '../testing/row-diff.ts'
import { createWorld, type WorldOptions } from '../testing/world.ts'

interface Told {
  isError: boolean
  text: string
  data: Record<string, unknown>
}

/** The server at a port, and the official client. */
async function listening(t: TestContext, options: WorldOptions = {}) {
  const world = await createWorld(t, options)
  const app = await createApp(world.deps)
  world.resources.defer(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const connect = async (headers: Record<string, string>, mode: 'auto' | 'legacy' = 'auto') => {
    const client = new Client({ name: 'a test', version: '1' }, { versionNegotiation: { mode } })
    cleanUp(t, () => client.close())
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
    )
    return client
  }
  const person = async () => {
    const one = await world.person()
    await world.credits(one, 10_000)
    return one
  }
  return { ...world, person, url, connect, as: (key: string) => connect({ 'x-api-key': key }) }
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Told> {
  const {
    isError = false,
    content,
    structuredContent = {},
  } = await client.callTool({ name, arguments: args })
  const [first] = content as { text?: string }[]
  return { isError, text: first?.text ?? '', data: structuredContent as Record<string, unknown> }
}

const short = { prompt: 'a calm sea', duration_seconds: 1, wait_seconds: 0 }

suite('the tools', () => {
  for (const mode of ['auto', 'legacy'] as const) {
    test(`are listed and called by the protocol of ${mode === 'auto' ? '2026' : '2025'}`, async (t) => {
      const { connect, person, apiKey } = await listening(t)
      const ann = await person()
      const client = await connect({ 'x-api-key': (await apiKey(ann)).api_key }, mode)
      const { tools } = await client.listTools()
      const names = tools.map(({ name }) => name)
      for (const name of [
        'generate_video',
        'enhance',
        'task_status',
        'list_videos',
        'optimize_prompt',
        'quote',
        'balance',
        'cancel',
      ])
        assert.ok(names.includes(name), name)
      for (const { name, description, annotations, outputSchema } of tools) {
        assert.ok(description && outputSchema, name)
        const costs = /costs? credits/i.test(annotations?.title ?? '') || /costs? credits/i.test(description)
        if (annotations?.readOnlyHint === false) assert.ok(costs || name === 'cancel', name)
      }
      assert.deepEqual((await call(client, 'balance')).data, { credits: 100, held_credits: 0 })
    })
  }

  test('make, tell of, list and cancel the caller’s tasks, with the same money', async (t) => {
    const { as, person, apiKey, get } = await listening(t)
    const ann = await person()
    const client = await as((await apiKey(ann)).api_key)
    const { cost_credits } = (await call(client, 'quote', { prompt: 'a', duration_seconds: 1 })).data
    const made = (await call(client, 'generate_video', short)).data
    assert.deepEqual(
      [made['status'], made['cost_credits'], made['video_url']],
      ['queued', cost_credits, null],
    )
    const task = (await get(`/api/v1/tasks/${String(made['task_id'])}`, ann.token)).json()
    assert.deepEqual([task.prompt, task.params.duration_seconds], ['a calm sea', 1])
    assert.equal((await call(client, 'balance')).data['held_credits'], cost_credits)
    const { task_id } = made
    assert.equal((await call(client, 'task_status', { task_id })).data['status'], 'queued')
    const list = (await call(client, 'list_videos', { words: 'calm', status: 'queued' })).data
    assert.equal(list['total'], 1)
    assert.equal((await call(client, 'cancel', { task_id })).data['status'], 'failed')
    assert.deepEqual((await call(client, 'balance')).data, { credits: 100, held_credits: 0 })
  })

  test('that only look change nothing', async (t) => {
    const { as, person, apiKey, db } = await listening(t)
    const ann = await person()
    const client = await as((await apiKey(ann)).api_key)
    const { task_id } = (await call(client, 'generate_video', short)).data
    const args: Record<string, Record<string, unknown>> = { task_status: { task_id }, quote: { prompt: 'a' } }
    const { tools } = await client.listTools()
    const looking = tools.filter(({ annotations }) => annotations?.readOnlyHint)
    assert.ok(looking.length >= 5)
    const before = await dumpRows(db)
    for (const { name } of looking) assert.equal((await call(client, name, args[name])).isError, false, name)
    const changes = changedColumns(before, await dumpRows(db)).filter(
      (change) => !/^(api_keys|rate_limits)/.test(change),
    )
    assert.deepEqual(changes, [])
  })

  test('do not spend more than the caller said', async (t) => {
    const { as, person, apiKey, get } = await listening(t)
    const ann = await person()
    const client = await as((await apiKey(ann)).api_key)
    const refused = await call(client, 'generate_video', { ...short, max_cost: 0.05 })
    assert.deepEqual([refused.isError, refused.text.split(':')[0]], [true, 'max_cost_exceeded'])
    assert.equal((await get('/api/v1/tasks', ann.token)).json().total, 0)
    assert.equal((await call(client, 'generate_video', { ...short, max_cost: 0.1 })).isError, false)
  })

  test('submit once, though the answer is lost', async (t) => {
    const { url, person, apiKey, get } = await listening(t)
    const ann = await person()
    const { api_key } = await apiKey(ann)
    let lost = 0
    const client = createClient({
      base_url: url,
      credential: { api_key },
      fetch: async (input, init) => {
        const request = new Request(input, init)
        const answer = await fetch(request)
        if (!request.url.endsWith('/video/generate') || lost++ > 0) return answer
        throw new TypeError('the line was cut')
      },
    })
    const [near, far] = InMemoryTransport.createLinkedPair()
    await createMcpServer({ client, version: '1' }).connect(far)
    const caller = new Client({ name: 'a test', version: '1' })
    await caller.connect(near)
    assert.equal((await call(caller, 'generate_video', short)).isError, false)
    assert.equal(lost, 2)
    assert.equal((await get('/api/v1/tasks', ann.token)).json().total, 1)
  })
})

suite('through this door too', () => {
  test('nobody comes without a credential, nor a page of others with a cookie', async (t) => {
    const { app, person, post } = await listening(t)
    const payload = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const bare = await app.inject({ method: 'POST', url: '/mcp', payload })
    assert.deepEqual([bare.statusCode, bare.json().code], [401, 'not_authenticated'])
    assert.match(String(bare.headers['www-authenticate']), /^Bearer/)
    const ann = await person()
    const { headers } = await post('/api/v1/auth/login', undefined, {
      email: ann.email,
      password: ann.password,
      session_mode: 'cookie',
    })
    const cookie = [headers['set-cookie']]
      .flat()
      .map((one) => String(one).split(';')[0])
      .join('; ')
    const foreign = await app.inject({
      method: 'POST',
      url: '/mcp',
      payload,
      headers: { cookie, origin: 'https://evil.example' },
    })
    assert.deepEqual([foreign.statusCode, foreign.json().code], [403, 'csrf_failed'])
    for (const method of ['GET', 'DELETE'] as const)
      assert.equal((await app.inject({ method, url: '/mcp' })).statusCode, 405)
  })

  test('a key can’t do what its scopes do not say', async (t) => {
    const { as, person, apiKey } = await listening(t)
    const ann = await person()
    const all = await as((await apiKey(ann)).api_key)
    const { task_id } = (await call(all, 'generate_video', short)).data
    const may = async (scope: string) => {
      const client = await as((await apiKey(ann, { scopes: [scope] })).api_key)
      const calls: [string, Record<string, unknown>][] = [
        ['generate_video', short],
        ['enhance', { task_id, wait_seconds: 0 }],
        ['cancel', { task_id }],
        ['quote', { prompt: 'a' }],
        ['task_status', { task_id }],
        ['list_videos', {}],
        ['list_models', {}],
        ['optimize_prompt', { prompt: 'a cat' }],
        ['balance', {}],
      ]
      const allowed = []
      for (const [name, args] of calls) {
        const { isError, text } = await call(client, name, args)
        if (!isError || !text.startsWith('insufficient_scope')) allowed.push(name)
      }
      return allowed
    }
    assert.deepEqual(await may('account:read'), ['balance'])
    assert.deepEqual(await may('agent'), ['optimize_prompt'])
    assert.deepEqual(await may('video:read'), ['task_status', 'list_videos', 'list_models'])
    assert.deepEqual(await may('video:write'), ['generate_video', 'enhance', 'cancel', 'quote'])
    const blind = await as((await apiKey(ann, { scopes: ['video:write'] })).api_key)
    const { isError, text } = await call(blind, 'generate_video', short)
    assert.equal(isError, true)
    assert.match(text, /^The video [0-9a-f-]{36} is submitted; do not submit it again\..*insufficient_scope/)
  })

  test('another’s video is as none, and a spend cap holds', async (t) => {
    const { as, person, apiKey } = await listening(t)
    const [ann, eve] = [await person(), await person()]
    const { task_id } = (await call(await as((await apiKey(ann)).api_key), 'generate_video', short)).data
    const client = await as((await apiKey(eve, { spend_cap: 15 })).api_key)
    for (const name of ['task_status', 'cancel', 'enhance']) {
      const { isError, text } = await call(client, name, { task_id })
      assert.deepEqual([isError, text.split(':')[0]], [true, 'task_not_found'], name)
    }
    assert.equal((await call(client, 'generate_video', short)).isError, false)
    const { text } = await call(client, 'generate_video', short)
    assert.equal(text.split(':')[0], 'api_key_spend_cap_reached')
  })

  test('a key is as fast as it may be, whichever way it comes', async (t) => {
    const { app, person, apiKey } = await listening(t)
    const { api_key } = await apiKey(await person(), { rate_limit_per_minute: 5 })
    const payload = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'balance', arguments: {} },
    }
    const headers = { 'x-api-key': api_key, accept: 'application/json, text/event-stream' }
    const told = []
    for (let i = 0; i < 4; i++) told.push(await app.inject({ method: 'POST', url: '/mcp', payload, headers }))
    assert.deepEqual(
      told.map(({ statusCode }) => statusCode),
      [200, 200, 200, 429],
    )
    assert.match(told[2]!.body, /rate_limited/) // its fifth request was this one, its sixth the tool's
  })

  test('what is no JSON, or no text, is refused as everywhere', async (t) => {
    const { app, person, apiKey, as } = await listening(t)
    const { api_key } = await apiKey(await person())
    const send = async (payload: string | Buffer) => {
      const headers = { 'x-api-key': api_key, 'content-type': 'application/json' }
      const { statusCode, json } = await app.inject({ method: 'POST', url: '/mcp', payload, headers })
      return [statusCode, json<{ detail: { type: string }[] }>().detail[0]?.type]
    }
    const invalid = [422, 'json_invalid']
    assert.deepEqual(await send('{"jsonrpc":'), invalid)
    assert.deepEqual(await send(Buffer.from([0x22, 0xff, 0x22])), invalid)
    assert.deepEqual(await send('['.repeat(40) + ']'.repeat(40)), invalid)
    assert.deepEqual(await send('{"__proto__": {}}'), invalid)
    const client = await as(api_key)
    for (const prompt of ['a\0b', 'a\ud800', '', 'x'.repeat(4001), 5, null]) {
      const { isError, text } = await call(client, 'generate_video', { ...short, prompt })
      assert.equal(isError, true, text)
      assert.doesNotMatch(text, /internal_error/)
    }
    await assert.rejects(client.callTool({ name: 'nothing', arguments: {} }))
  })

  test('whatever JSON comes, nothing fails that is ours, and nothing is spent', async (t) => {
    const { app, person, apiKey, get, logged } = await listening(t)
    const ann = await person()
    const { api_key } = await apiKey(ann, {
      scopes: ['video:read', 'account:read', 'agent'],
      rate_limit_per_minute: 6000,
    })
    const names = fc.constantFrom(
      'generate_video',
      'task_status',
      'list_videos',
      'quote',
      'cancel',
      'balance',
      'nothing',
    )
    const message = fc.record(
      {
        jsonrpc: fc.constantFrom('2.0', '1.0', 2),
        id: fc.oneof(fc.integer(), fc.string(), fc.jsonValue({ maxDepth: 2 })),
        method: fc.constantFrom(
          'tools/call',
          'tools/list',
          'initialize',
          'resources/read',
          'ping',
          '__proto__',
        ),
        params: fc.oneof(
          fc.record({ name: names, arguments: fc.jsonValue({ maxDepth: 3 }) }),
          fc.record({
            name: names,
            arguments: fc.dictionary(
              fc.constantFrom('task_id', 'prompt', 'page', 'wait_seconds'),
              fc.jsonValue(),
            ),
          }),
          fc.jsonValue({ maxDepth: 3 }),
        ),
      },
      { requiredKeys: [] },
    )
    const property = fc.asyncProperty(
      fc.oneof(message, fc.array(message, { maxLength: 3 }), fc.jsonValue()),
      async (sent) => {
        const { statusCode, body } = await app.inject({
          method: 'POST',
          url: '/mcp',
          payload: JSON.stringify(sent),
          headers: {
            'x-api-key': api_key,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
        })
        assert.ok(statusCode < 500, `${JSON.stringify(sent)}: ${statusCode} ${body}`)
      },
    )
    await fc.assert(property, fuzzParameters(t, { runs: 150 }))
    assert.ok(!logged().includes('request_failed'), logged())
    assert.equal((await get('/api/v1/tasks', ann.token)).json().total, 0)
  })
})
