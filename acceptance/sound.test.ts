import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { downloadResult } from '@clipwright/client'
import { startFakeComfyui } from './fakes/comfyui.ts'
import { assertAccessible } from './lib/axe.ts'
import { openBrowser } from './lib/browser.ts'
import { createMaker, installProduct, waitForEnd } from './lib/product.ts'
import { watchForFaults } from './lib/studio-page.ts'
import { inspectVideo } from './lib/video.ts'
import { cleanUp } from '../server/src/testing/clean-up.ts'

const call = promisify(execFile)

/** A graph without models that puts a sound under its pictures, as ComfyUI exports it. */
const graph = {
  '1': { class_type: 'EmptyImage', inputs: { width: 320, height: 192, batch_size: 25, color: 3368601 } },
  '2': { class_type: 'LoadAudio', inputs: { audio: 'what was open in the editor.mp3' } },
  '3': { class_type: 'CreateVideo', inputs: { images: ['1', 0], fps: 16, audio: ['2', 0] } },
  '4': {
    class_type: 'SaveVideo',
    inputs: { video: ['3', 0], filename_prefix: 'x', format: 'mp4', codec: 'h264' },
  },
}

const engines = (url: string) => `
models:
  talking:
    modes: [text-to-video]
    audio: optional
    sizes: { 128p: { '16:9': 224x128 } }
    fps: 16
    seconds: { min: 1, max: 5, default: 2 }
    prices: { '*': { unit: second, unit_price: '10' } }
engines:
  - name: comfy
    kind: comfyui
    url: ${url}
    models:
      talking:
        text-to-video:
          graph: ./sound.api.json
          bindings:
            width_px: [['1', width]]
            height_px: [['1', height]]
            frames: [['1', batch_size]]
            fps: [['3', fps]]
            audio: [['2', audio]]
`

/** The product in front of a ComfyUI with this model, and somebody with credits. */
async function install(t: TestContext) {
  const comfy = await startFakeComfyui()
  cleanUp(t, () => comfy[Symbol.asyncDispose]())
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-sound-'))
  cleanUp(t, () => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'sound.api.json'), JSON.stringify(graph))
  await writeFile(join(folder, 'engines.yaml'), engines(comfy.url))
  const product = await installProduct(t, { ENGINES_FILE: join(folder, 'engines.yaml') })
  await product.start()
  return { comfy, folder, product }
}

/** Silence for a second, then loud: so that it is seen whose sound comes out, and when. */
async function makeBeep(folder: string): Promise<string> {
  const mp3 = join(folder, 'beep.mp3')
  const beep = "aevalsrc='if(gte(t,1),0.8*sin(4000*t),0)':duration=9"
  await call('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', beep, '-metadata', 'title=SECRET', mp3])
  return mp3
}

test('a sound goes in and comes out: uploaded, sent to ComfyUI, heard in the video and in its enhanced version', async (t) => {
  const { comfy, folder, product } = await install(t)
  const maker = await createMaker(product.url, 10_000)

  const mp3 = await makeBeep(folder)
  const content_type = 'audio/mpeg' as const
  const upload = await maker.POST('/api/v1/uploads/audio', { body: { content_type } })
  const { upload_url, method, headers, audio_key } = upload
  const sent = await fetch(upload_url, { method, headers, body: await readFile(mp3) })
  assert.equal(sent.status, 200, await sent.text())

  const body = { prompt: 'a voice', model: 'talking', duration_seconds: 2 }
  const { task_id } = await maker.POST('/api/v1/video/generate', { body: { ...body, audio_url: audio_key } })
  const task = await waitForEnd(maker, task_id)
  assert.equal(task.status, 'completed', JSON.stringify(task.error))
  assert.deepEqual([task.media?.has_audio, task.params.audio_key], [true, audio_key])
  assert.match(comfy.uploads[0] ?? '', /^clipwright\/.*-sound\.wav$/)
  const used = comfy.graphOf(comfy.submitted[0]!)
  assert.equal(used?.['2']?.inputs?.['audio'], comfy.uploads[0])

  const path = { task_id }
  const { payload } = await maker.GET('/api/v1/tasks/{task_id}/provenance', { params: { path } })
  const { recipe } = JSON.parse(Buffer.from(payload, 'base64').toString()) as {
    recipe: { parameters: Record<string, unknown> }
  }
  assert.equal(recipe.parameters['audio_key'], audio_key, 'the manifest says what the video was made to')

  const loudFrom = async (id: string): Promise<number> => {
    const file = join(folder, `${id}.mp4`)
    const response = await downloadResult(maker, id)
    const bytes = Buffer.from(await new Response(response.body).arrayBuffer())
    assert.equal(bytes.includes('SECRET'), false)
    await writeFile(file, bytes)
    const { stream } = await inspectVideo(file)
    assert.equal(stream.codec_name, 'h264')
    const form = ['-f', 's16le', '-ac', '1', '-ar', '8000', '-']
    const { stdout } = await call('ffmpeg', ['-v', 'error', '-i', file, '-map', '0:a', ...form], {
      encoding: 'buffer',
    })
    const heard = new Int16Array(stdout.buffer, stdout.byteOffset, Math.floor(stdout.length / 2))
    assert.ok(Math.abs(heard.length / 8000 - 33 / 16) < 0.1, `${heard.length / 8000} s of sound`)
    return heard.findIndex((value) => Math.abs(value) > 4000) / 8000
  }
  assert.ok(Math.abs((await loudFrom(task_id)) - 1) < 0.05)

  const enhanced = await maker.POST('/api/v1/tasks/{task_id}/enhance', {
    params: { path: { task_id } },
    body: { target: '1080p' },
  })
  const larger = await waitForEnd(maker, enhanced.task_id)
  assert.deepEqual(
    [larger.status, larger.media?.has_audio],
    ['completed', true],
    JSON.stringify(larger.error),
  )
  assert.ok(Math.abs((await loudFrom(enhanced.task_id)) - 1) < 0.05)

  const silent = await maker.POST('/api/v1/video/generate', { body })
  const without = await waitForEnd(maker, silent.task_id)
  assert.deepEqual(
    [without.status, without.media?.has_audio],
    ['completed', false],
    JSON.stringify(without.error),
  )
  assert.equal(
    comfy.graphOf(comfy.submitted[1]!)?.['2'],
    undefined,
    'what was open in the editor is not used',
  )
})

test('in the studio a sound is chosen, heard, sent with the words, and the video has a button for its sound', async (t) => {
  const { comfy, folder, product } = await install(t)
  const browser = await openBrowser(t)
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })
  const headers = { origin: product.url }
  const account = { email: 'ann@example.org', password: 'correct horse battery', session_mode: 'cookie' }
  await context.request.post(`${product.url}/api/v1/auth/register`, { data: account, headers })
  await context.request.post(`${product.url}/api/v1/me/topup`, { data: { amount: 10_000 }, headers })
  const page = await context.newPage()
  watchForFaults(t, page)
  await page.goto(`${product.url}/create`)

  await page.getByLabel('Sound, if you like').setInputFiles(await makeBeep(folder))
  await page.getByText('beep.mp3').waitFor()
  await page.getByText('The video gets its first 2 sec.').waitFor()
  await page.getByRole('button', { name: 'Listen to it' }).click()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await assertAccessible(page)

  // Another file takes its place, which is none.
  await page.getByRole('button', { name: 'Remove the sound' }).click()
  const text = { name: 'words.wav', mimeType: 'audio/wav', buffer: Buffer.from('no sound') }
  await page.getByLabel('Sound, if you like').setInputFiles(text)
  await page.getByText('This is no sound that can be read').waitFor()
  await page.getByRole('button', { name: 'Remove the sound' }).click()
  await page.getByLabel('Sound, if you like').setInputFiles(join(folder, 'beep.mp3'))
  await page.getByText('beep.mp3').waitFor()

  await page.getByRole('textbox', { name: 'Prompt' }).fill('a voice')
  await page.getByRole('button', { name: /^Generate/ }).click()
  await page.getByRole('link', { name: 'Open', exact: true }).first().click()
  await page.getByRole('slider', { name: 'Volume' }).waitFor()
  assert.match(comfy.uploads[0] ?? '', /-sound\.wav$/)
  const heard = await page
    .locator('video')
    .first()
    .evaluate(async (video: HTMLVideoElement) => {
      video.muted = false
      const sound = (video as HTMLVideoElement & { captureStream(): MediaStream }).captureStream()
      if (video.readyState < 1)
        await new Promise((resolve) => video.addEventListener('loadedmetadata', resolve))
      return sound.getAudioTracks().length
    })
  assert.equal(heard, 1)

  // It is put back into the form with all that the video was made from; a model without sound would not show it.
  await page.goto(`${product.url}/create`)
  await page.getByRole('link', { name: 'Open', exact: true }).first().click()
  await page.getByRole('button', { name: 'Reuse all' }).click()
  await page.getByText('beep.mp3').waitFor()
})
