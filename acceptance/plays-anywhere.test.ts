import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { downloadResult } from '@clipwright/client'
import { startFakeComfyui } from './fakes/comfyui.ts'
import type { Encoding } from './fakes/comfyui/switches.ts'
import { openBrowser } from './lib/browser.ts'
import { createMaker, installProduct, waitForEnd } from './lib/product.ts'
import { beginsWithIndex, frameHashes, inspectVideo } from './lib/video.ts'
import { cleanUp } from '../server/src/testing/clean-up.ts'

// A ComfyUI, which is a fake that speaks as the real one does, and what its graphs may save.

const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast']
const yuv420p = ['-pix_fmt', 'yuv420p']

/** `sent`: what the engine makes; `copied`: whether its pictures are kept as they are. */
const encodings: { what: string; sent: Encoding; copied?: true; size?: [number, number] }[] = [
  {
    what: 'H.264 with its index at the end',
    sent: { extension: 'mp4', args: [...x264, ...yuv420p] },
    copied: true,
  },
  {
    what: 'H.264 whose frames come at uneven times',
    sent: {
      extension: 'mp4',
      args: [
        '-vf',
        "select='mod(n+1,3)',setpts=N/16/TB+mod(N\\,2)*0.02/TB",
        '-fps_mode',
        'vfr',
        ...x264,
        ...yuv420p,
      ],
    },
    copied: true,
  },
  { what: 'H.264 in Matroska', sent: { extension: 'mkv', args: [...x264, ...yuv420p] }, copied: true },
  { what: 'H.264 with 10 bits', sent: { extension: 'mp4', args: [...x264, '-pix_fmt', 'yuv420p10le'] } },
  {
    what: 'an odd size',
    sent: { extension: 'mp4', args: ['-vf', 'crop=225:127:0:0', ...x264, '-pix_fmt', 'yuv444p'] },
    size: [224, 126],
  },
  {
    what: 'H.265',
    sent: {
      extension: 'mp4',
      args: ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error', ...yuv420p],
    },
  },
  {
    what: 'VP9 in WebM',
    sent: { extension: 'webm', args: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', ...yuv420p] },
  },
  {
    what: 'VP9 in mp4',
    sent: { extension: 'mp4', args: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', ...yuv420p] },
  },
  {
    what: 'AV1 with 10 bits',
    sent: {
      extension: 'webm',
      args: ['-c:v', 'libaom-av1', '-usage', 'realtime', '-cpu-used', '8', '-pix_fmt', 'yuv420p10le'],
    },
  },
  {
    what: 'H.264 with sound in Opus',
    sent: { extension: 'mkv', args: [...x264, ...yuv420p, '-c:a', 'libopus'] },
    copied: true,
  },
  {
    what: 'H.264 with AAC in six channels',
    sent: { extension: 'mp4', args: [...x264, ...yuv420p, '-ac', '6', '-c:a', 'aac'] },
    copied: true,
  },
  { what: 'ProRes with sound', sent: { extension: 'mov', args: ['-c:v', 'prores_ks', '-c:a', 'pcm_s16le'] } },
]

test('whatever an engine sends is stored so that it plays in a browser while it loads', async (t) => {
  await using comfy = await startFakeComfyui()
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-plays-'))
  cleanUp(t, () => rm(folder, { recursive: true }))
  const engines = join(folder, 'engines.yaml')
  await writeFile(
    engines,
    `
models:
  plain:
    modes: [text-to-video]
    sizes: { 128p: { '16:9': 224x128 } }
    fps: 16
    seconds: { min: 1, max: 5, default: 1 }
    prices: { '*': { unit: second, unit_price: '10' } }
engines:
  - { name: comfy, kind: comfyui, url: '${comfy.url}', models: { plain: { text-to-video: { graph: modelless-solid-color-t2v } } } }
`,
  )
  const product = await installProduct(t, { ENGINES_FILE: engines, UPSCALE_SLOTS: '0' })
  await product.start()
  const maker = await createMaker(product.url, 10_000)
  const browser = await openBrowser(t)
  const page = await browser.newPage()
  await page.goto(product.url)

  for (const { what, sent, copied = false, size = [224, 128] } of encodings) {
    comfy.encoding = sent
    const { task_id } = await maker.POST('/api/v1/video/generate', {
      body: { prompt: what, model: 'plain', resolution: '128p', duration_seconds: 1 },
    })
    const task = await waitForEnd(maker, task_id)
    assert.equal(task.status, 'completed', `${what}: ${JSON.stringify(task.error)}`)
    const response = await downloadResult(maker, task_id)
    assert.equal(response.headers.get('content-type'), 'video/mp4', what)
    const bytes = Buffer.from(await new Response(response.body).arrayBuffer())
    assert.ok(beginsWithIndex(bytes), `${what}: plays while it loads`)
    const file = join(folder, `${task_id}.mp4`)
    await writeFile(file, bytes)
    const { stream } = await inspectVideo(file)
    assert.deepEqual(
      [stream.codec_name, stream.pix_fmt, stream.width, stream.height],
      ['h264', 'yuv420p', ...size],
      what,
    )
    // Only our own encoder writes the profile High here.
    assert.equal(stream.profile === 'High', !copied, `${what}: encoded again only where it must be`)
    assert.equal((await frameHashes(file)).length, task.media?.frames, what)
    assert.equal(task.media?.has_audio, sent.args.includes('-c:a'), what)

    const link = (await maker.open(`/api/v1/result/${task_id}`)).headers.get('location')!
    const played = await page.evaluate(async (url) => {
      const video = document.createElement('video')
      video.muted = true
      video.src = url
      const ended = new Promise<string>((resolve) => {
        video.addEventListener('ended', () => resolve('played'))
        video.addEventListener('error', () => resolve(`error ${video.error?.message}`))
      })
      document.body.append(video)
      await video.play().catch(() => undefined) // the event says why
      const outcome = await ended
      const { videoWidth, videoHeight, currentTime } = video
      video.remove()
      return { outcome, size: [videoWidth, videoHeight], currentTime }
    }, new URL(link, product.url).href)
    assert.deepEqual([played.outcome, played.size], ['played', size], what)
    assert.ok(played.currentTime > 0.5, what)
  }
})
