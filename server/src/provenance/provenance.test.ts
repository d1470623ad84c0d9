import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { createSigningKeys, type Envelope, parseSeeds } from '../platform/secrets/signing-keys.ts'
import { createWorld, type World } from '../testing/world.ts'
import { createManifest, type MadeVideo, type Marking } from './manifest.ts'
import { verifyManifest } from './verify.ts'

const seed = (byte: number) => Buffer.alloc(32, byte)
const file = { sha256: createHash('sha256').update('a video').digest('hex'), bytes: 7 }
const made: MadeVideo = {
  task_id: 'task-1',
  parent_task_id: null,
  model: 'wan-2.2',
  made_by_ai: true,
  prompt: 'море 🌊',
  negative_prompt: null,
  seed: 3,
  parameters: { fps: 16 },
}
const now = new Date('2026-11-20T10:00:00.000Z')

const signWith = (marking: Marking): Envelope => createManifest(made, file, marking, now)

async function ask(world: World, manifest: unknown, sha256?: string | null) {
  const payload = { manifest, ...(sha256 !== undefined && { sha256 }) } as Record<string, unknown>
  const response = await world.post('/api/v1/provenance/verify', undefined, payload)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function prepare(t: TestContext, env: Record<string, string> = {}) {
  const world = await createWorld(t, { env })
  return { world, envelope: signWith(world.deps.marking) }
}

/** The same bytes but for one bit. */
function flip(base64: string, at: number): string {
  const bytes = Buffer.from(base64, 'base64')
  bytes[at]! ^= 1
  return bytes.toString('base64')
}

suite('a manifest', () => {
  test('is valid as it was signed, alone and with its file, and tells all but the recipe', async (t) => {
    const { world, envelope } = await prepare(t)
    const facts = {
      version: 1,
      task_id: 'task-1',
      parent_task_id: null,
      made_by_ai: true,
      digital_source_type: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
      model: 'wan-2.2',
      engine_kind: 'trained_model',
      producer: '127.0.0.1:8080',
      created_at: '2026-11-20T10:00:00.000Z',
      ...file,
      prompt_sha256: createHash('sha256').update('море 🌊').digest('hex'),
      key_id: world.deps.marking.keys.key_id,
    }
    const good = { valid: true, reasons: [], manifest: facts }
    for (const sha256 of [undefined, null, file.sha256, file.sha256.toUpperCase()])
      assert.deepEqual(await ask(world, envelope, sha256), good)
    const recipe = JSON.parse(Buffer.from(envelope.payload, 'base64').toString()).recipe
    assert.deepEqual([recipe.prompt, recipe.seed], ['море 🌊', 3])
  })

  test('that was changed in any byte, or in its type, is told from one of another key and of another file', async (t) => {
    const { world, envelope } = await prepare(t)
    const refused = (reason: string) => ({ valid: false, reasons: [reason], manifest: null })
    const length = Buffer.from(envelope.payload, 'base64').length
    for (const at of [0, 20, length >> 1, length - 1]) {
      const changed = { ...envelope, payload: flip(envelope.payload, at) }
      assert.deepEqual(await ask(world, changed, file.sha256), refused('signature_invalid'), `byte ${at}`)
    }
    const [{ keyid, sig }] = envelope.signatures as [Envelope['signatures'][0]]
    for (const bad of [flip(sig, 0), flip(sig, 63), '', 'no base64!', sig.slice(0, 40)]) {
      const changed = { ...envelope, signatures: [{ keyid, sig: bad }] }
      assert.deepEqual(await ask(world, changed), refused('signature_invalid'), bad)
    }
    for (const payloadType of ['application/json', envelope.payloadType.toUpperCase()])
      assert.deepEqual(
        await ask(world, { ...envelope, payloadType }),
        refused('signature_invalid'),
        payloadType,
      )
    const padded = { ...envelope, payload: `${envelope.payload}\n` }
    assert.deepEqual(
      await ask(world, padded),
      refused('signature_invalid'),
      'other letters for the same bytes',
    )

    const { marking } = world.deps
    const stranger = createSigningKeys([seed(99)])
    const forged = signWith({ ...marking, keys: stranger })
    assert.deepEqual(await ask(world, forged, file.sha256), refused('unknown_key'))
    const borrowed = { ...forged, signatures: [{ keyid, sig: forged.signatures[0]!.sig }] }
    assert.deepEqual(await ask(world, borrowed), refused('signature_invalid'), 'a key id is no proof')
    assert.deepEqual(await ask(world, { ...envelope, signatures: [] }), refused('unknown_key'))

    const other = await ask(world, envelope, 'f'.repeat(64))
    assert.deepEqual([other.valid, other.reasons], [false, ['hash_mismatch']])
    assert.equal(other.manifest.sha256, file.sha256, 'what was signed is still told')
    const malformed = await world.post('/api/v1/provenance/verify', undefined, {
      manifest: { ...envelope },
      sha256: 'zz',
    })
    assert.equal(malformed.statusCode, 422)
  })

  test('is nothing else that our key has signed', () => {
    const keys = createSigningKeys([seed(1)])
    const { payload } = signWith({ producer: 'p', with_recipe: true, keys })
    const asOther = keys.sign('text/plain', Buffer.from(payload, 'base64').toString())
    assert.deepEqual(verifyManifest(keys, asOther, null).reasons, ['not_a_manifest'])
    const type = 'application/vnd.clipwright.provenance+json'
    for (const text of ['{"version":1}', 'no JSON', 'null'])
      assert.deepEqual(verifyManifest(keys, keys.sign(type, text), null).reasons, ['not_a_manifest'], text)
  })

  test('signed by an earlier key is valid while that key is on the list, and not after', async () => {
    const [older, newer] = [seed(1), seed(2)]
    const marking = { producer: 'p', with_recipe: false, keys: createSigningKeys([older]) }
    const envelope = signWith(marking)
    const rotated = createSigningKeys([newer, older])
    assert.equal(verifyManifest(rotated, envelope, file.sha256).valid, true)
    assert.notEqual(rotated.key_id, marking.keys.key_id)
    assert.equal(signWith({ ...marking, keys: rotated }).signatures[0]!.keyid, rotated.key_id)
    assert.deepEqual(verifyManifest(createSigningKeys([newer]), envelope, null).reasons, ['unknown_key'])
    assert.equal(parseSeeds('short'), undefined)
    const text = older.toString('base64')
    assert.equal(parseSeeds(`${text},${text}`), undefined, 'one key twice')
    assert.deepEqual(parseSeeds(`${text}, ${newer.toString('base64')}`), [older, newer])
  })

  test('can be checked with the published key alone, by any tool that knows Ed25519', async (t) => {
    const { world, envelope } = await prepare(t)
    const { keys } = (await world.get('/api/v1/provenance/keys')).json()
    const key = keys.find((one: { key_id: string }) => one.key_id === envelope.signatures[0]!.keyid)
    const type = Buffer.from(envelope.payloadType)
    const body = Buffer.from(envelope.payload, 'base64')
    const message = Buffer.concat([
      Buffer.from(`DSSEv1 ${type.length} ${envelope.payloadType} ${body.length} `),
      body,
    ])
    const signature = Buffer.from(envelope.signatures[0]!.sig, 'base64')
    assert.ok(verify(null, message, createPublicKey(key.public_key), signature))
    const id = createHash('sha256').update(
      createPublicKey(key.public_key).export({ type: 'spki', format: 'der' }),
    )
    assert.equal(key.key_id, id.digest('hex').slice(0, 32), 'a key id is the hash of its key')
    const path = (name: string) => join(world.folder, name)
    await writeFile(path('key.pem'), key.public_key)
    await writeFile(path('message'), message)
    await writeFile(path('sig'), signature)
    const openssl = [
      'pkeyutl',
      '-verify',
      '-pubin',
      '-inkey',
      path('key.pem'),
      '-rawin',
      '-in',
      path('message'),
    ]
    const { stdout } = await promisify(execFile)('openssl', [...openssl, '-sigfile', path('sig')])
    assert.match(stdout, /Verified Successfully/)
  })
})

suite('the key that signs', () => {
  test('is made once, kept for its owner alone, and never shown', async (t) => {
    const { world } = await prepare(t)
    const { openMarking } = await import('../deps.ts')
    const { stat, readFile } = await import('node:fs/promises')
    const { config, db, log } = world.deps
    const both = await Promise.all([openMarking(config, db, log), openMarking(config, db, log)])
    assert.deepEqual(
      both.map(({ keys }) => keys.key_id),
      [world.deps.marking.keys.key_id, world.deps.marking.keys.key_id],
    )
    const path = join(world.folder, 'provenance-key')
    assert.equal((await stat(path)).mode & 0o777, 0o600)
    const secret = (await readFile(path, 'utf8')).trim()
    const shown = (await world.get('/api/v1/provenance/keys')).body
    assert.ok(!shown.includes(secret) && !shown.includes('PRIVATE') && shown.includes('PUBLIC KEY'))
  })

  test('is the configured one where there is one', async (t) => {
    const [first, second] = [seed(5), seed(6)]
    const { world } = await prepare(t, {
      PROVENANCE_KEY: `${first.toString('base64')},${second.toString('base64')}`,
    })
    const { keys } = (await world.get('/api/v1/provenance/keys')).json()
    assert.deepEqual(
      keys.map((one: { key_id: string }) => one.key_id),
      [createSigningKeys([first]).key_id, createSigningKeys([second]).key_id],
    )
  })
})

suite('whoever has a file', () => {
  const media = {
    width_px: 832,
    height_px: 480,
    duration_s: 1,
    fps: 16,
    frames: 16,
    has_audio: false,
    ...file,
    made_by_ai: true,
    producer: 'video.example.org',
    made_at: now.toISOString(),
    poster: true,
    preview: true,
    sprite: null,
  }

  async function known(t: TestContext) {
    const world = await createWorld(t)
    const ann = await world.person()
    await world.credits(ann, 1_000)
    const task_id = await world.task(ann, { prompt: 'a private idea' })
    await world.db.updateTable('tasks').set({ media }).where('task_id', '=', task_id).execute()
    return { world, ann, task_id }
  }

  test('learns what made it, and nothing of whose it is or from which words', async (t) => {
    const { world, ann, task_id } = await known(t)
    for (const hash of [file.sha256, file.sha256.toUpperCase()]) {
      const response = await world.get(`/api/v1/provenance/${hash}`)
      assert.deepEqual(response.json(), {
        sha256: file.sha256,
        made_by_ai: true,
        digital_source_type: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
        model: 'preview',
        producer: 'video.example.org',
        created_at: now.toISOString(),
      })
      for (const secret of [ann.user_id, task_id, 'private'])
        assert.ok(!response.body.includes(secret), secret)
    }
  })

  test('still learns it when the task is deleted, and of other files nothing', async (t) => {
    const { world, ann, task_id } = await known(t)
    await world.post(`/api/v1/tasks/${task_id}/cancel`, ann.token)
    assert.equal((await world.remove(`/api/v1/tasks/${task_id}`, ann.token)).statusCode, 204)
    assert.equal((await world.get(`/api/v1/provenance/${file.sha256}`)).statusCode, 200)
    for (const other of ['0'.repeat(64), 'x', `${file.sha256}0`, "' or 1=1 --", '%25']) {
      const { statusCode, body } = await world.get(`/api/v1/provenance/${encodeURIComponent(other)}`)
      assert.deepEqual([statusCode, JSON.parse(body).code], [404, 'provenance_not_found'], other)
    }
  })

  test('may ask often, and not without end', async (t) => {
    const { world } = await prepare(t)
    const path = `/api/v1/provenance/${'0'.repeat(64)}`
    await world.get(path)
    await world.db
      .updateTable('rate_limits' as never)
      .set({ points: 300 } as never)
      .execute()
    const refused = [
      await world.get(path),
      await world.get('/api/v1/provenance/keys'),
      await world.post('/api/v1/provenance/verify', undefined, {
        manifest: signWith(world.deps.marking),
      }),
    ]
    for (const { statusCode, body } of refused)
      assert.deepEqual([statusCode, JSON.parse(body).code], [429, 'rate_limited'])
  })
})
