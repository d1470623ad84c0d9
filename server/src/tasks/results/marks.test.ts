import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { probe } from '../../platform/media/probe.ts'
import { createMakingWorld, prompt, sha256, storedVideo } from '../../testing/making-world.ts'

const { signal } = new AbortController()

const payloadOf = (envelope: { payload: string }) =>
  JSON.parse(Buffer.from(envelope.payload, 'base64').toString()) as Record<string, unknown>

suite('what a video says of itself', () => {
  test('made by AI, by which model, for whom to ask, and from what; and nothing of the engine', async (t) => {
    const { world, start, made } = await createMakingWorld(t, {
      isAi: true,
      env: { AI_PRODUCER_ID: '00119 産 "x"' },
    })
    start()
    const task_id = await made()
    const { bytes, path } = await storedVideo(world, task_id)
    assert.ok(!bytes.includes('SECRET-GRAPH'))
    const { tags } = await probe(path, { signal })
    assert.equal(tags['comment'], `Made by AI with Clipwright. Model: wan-2.2. Task: ${task_id}.`)
    assert.deepEqual(JSON.parse(tags['aigc']!), {
      Label: '1',
      ContentProducer: '00119 産 "x"',
      ProduceID: task_id,
      ReservedCode1: '',
      ContentPropagator: '00119 産 "x"',
      PropagateID: task_id,
      ReservedCode2: '',
    })
    const { parameters, ...recipe } = JSON.parse(tags['recipe']!)
    assert.deepEqual(recipe, { prompt, negative_prompt: 'blur; 模糊', seed: 7, model: 'wan-2.2', task_id })
    assert.deepEqual([parameters.width_px, parameters.fps, parameters.seed], [832, 16, undefined])
  })

  test('a preview is said to be no work of AI, in words and in the manifest', async (t) => {
    const { world, ann, start, made } = await createMakingWorld(t)
    start()
    const task_id = await made()
    const { tags } = await probe((await storedVideo(world, task_id)).path, { signal })
    assert.match(tags['comment']!, /procedural preview, no AI model/)
    const response = await world.get(`/api/v1/tasks/${task_id}/provenance`, ann.token)
    const { made_by_ai, digital_source_type, engine_kind } = payloadOf(response.json())
    assert.deepEqual([made_by_ai, engine_kind], [false, 'procedural'])
    assert.match(String(digital_source_type), /\/algorithmicMedia$/)
  })

  test('without recipes no word of the prompt is in the file or the manifest, and what marks it stays', async (t) => {
    const { world, ann, start, made } = await createMakingWorld(t, {
      isAi: true,
      env: { RESULT_RECIPE: 'none' },
    })
    start()
    const task_id = await made({ prompt: 'UNIQUEWORD in fog', negative_prompt: 'OTHERWORD' })
    const { bytes, path } = await storedVideo(world, task_id)
    const response = await world.get(`/api/v1/tasks/${task_id}/provenance`, ann.token)
    const manifest = payloadOf(response.json())
    for (const word of ['UNIQUEWORD', 'OTHERWORD']) {
      assert.ok(!bytes.includes(word) && !JSON.stringify(manifest).includes(word), word)
    }
    const { tags } = await probe(path, { signal })
    assert.deepEqual([tags['recipe'], JSON.parse(tags['aigc']!).Label], [undefined, '1'])
    assert.match(tags['comment']!, /^Made by AI/)
    assert.deepEqual([manifest['made_by_ai'], manifest['prompt_sha256']], [true, sha256('UNIQUEWORD in fog')])
  })
})
