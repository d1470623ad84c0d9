import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { type ClipShape, lookAt, makeClip as makeClipIn } from '../testing/media/clips.ts'
import { type TinyNetwork, writeEcho, writeNetwork } from '../testing/media/tiny-network.ts'
import { until } from '../testing/until.ts'
import {
  createFfmpegUpscaler,
  createOnnxUpscaler,
  hasRuntime,
  measureQuality,
  type OnnxOptions,
  type Size,
  UpscaleError,
  type Upscaler,
} from './upscalers.ts'

const call = promisify(execFile)
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clipwright-upscalers-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const clips = new Map<string, Promise<string>>()
/** The same clip for the same name: what upscalers are given, they leave as it is. */
function makeClip(name: string, shape: ClipShape = {}): Promise<string> {
  const clip = clips.get(name) ?? makeClipIn(folder, name, shape)
  clips.set(name, clip)
  return clip
}

/** The luma of each frame's middle. */
async function middles(path: string): Promise<number[]> {
  const args = [
    '-v',
    'error',
    '-i',
    path,
    '-vf',
    'crop=2:2,format=yuv420p,extractplanes=y',
    '-f',
    'rawvideo',
    'pipe:1',
  ]
  const { stdout } = await call('ffmpeg', args, { encoding: 'buffer' })
  return Array.from({ length: stdout.length / 4 }, (_, frame) => stdout[frame * 4]!)
}

/** The package is optional: where it cannot be had, what needs it is not tested. */
const withoutRuntime = hasRuntime() ? false : 'onnxruntime-node is not installed'

const never = new AbortController().signal
const quietly = { signal: never, onFrame: () => {} }

async function network(shape: TinyNetwork): Promise<string> {
  const path = join(folder, `${JSON.stringify(shape).replaceAll(/\W+/g, '-')}.onnx`)
  await writeNetwork(path, shape)
  return path
}

async function onnx(shape: TinyNetwork = { channels: 1, scale: 2 }, options: Partial<OnnxOptions> = {}) {
  return createOnnxUpscaler({ model_path: await network(shape), threads: 2, ...options })
}

const upscalers: Record<string, () => Promise<Upscaler>> = {
  onnx: () => onnx(),
  'onnx, three channels': () => onnx({ channels: 3, scale: 2 }),
  ffmpeg: async () => createFfmpegUpscaler(),
}

function failsWith(code: string) {
  return (error: unknown) => error instanceof UpscaleError && error.code === code
}

/** The processes under this one, and under those. */
function descendants(): string[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // It has just ended.
    }
  }
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent === process.pid || (parent !== undefined && parent > 1 && isOurs(parent))
  }
  return [...parents.keys()].filter(isOurs).map(String)
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

function lives(pid: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat[stat.lastIndexOf(')') + 2] !== 'Z'
  } catch {
    return false
  }
}

for (const [name, create] of Object.entries(upscalers)) {
  suite(`upscaler ${name}`, { skip: name.startsWith('onnx') && withoutRuntime }, () => {
    test('frames are counted up to their number', async () => {
      const source_path = await makeClip('counted')
      const target_path = join(folder, `counted-${name}-large.mp4`)
      const seen: number[] = []
      const totals = new Set<number>()
      await using upscaler = closing(await create())
      const onFrame = (done: number, of: number) => {
        seen.push(done)
        totals.add(of)
      }
      await upscaler.run({ source_path, target_path, width_px: 216, height_px: 144, signal: never, onFrame })
      assert.equal((await lookAt(target_path)).size, '216x144')
      assert.deepEqual(
        seen,
        [...new Set(seen)].toSorted((a, b) => a - b),
      )
      assert.equal(seen.at(-1), 25)
      assert.deepEqual([...totals], [25])
    })

    const shapes: [string, string, Size][] = [
      ['odd sides', '97x55', { width_px: 190, height_px: 108 }],
      ['a portrait', '54x96', { width_px: 108, height_px: 192 }],
      ['a square of 16 pixels', '16x16', { width_px: 108, height_px: 108 }],
    ]
    for (const [what, size, target] of shapes) {
      test(`takes ${what} and shows the same picture`, async () => {
        const source_path = await makeClip(size, { size, frames: 5, form: 'yuv444p' })
        const target_path = join(folder, `${size}-${name}-large.mp4`)
        await using upscaler = closing(await create())
        await upscaler.run({ source_path, target_path, ...target, ...quietly })
        const { size: made, pix_fmt, kept } = await lookAt(target_path)
        assert.deepEqual([made, pix_fmt], [`${target.width_px}x${target.height_px}`, 'yuv420p'])
        assert.equal(kept.nb_read_frames, '5')
        const { psnr_y_db } = await measureQuality(source_path, target_path, never)
        assert.ok(psnr_y_db! > 25, `${psnr_y_db} dB`)
      })
    }

    test('never blends two frames at a cut', async () => {
      const picture = `color=c=black,geq=lum='if(lt(N,4),50,200)':cb=128:cr=128`
      const source_path = join(folder, `cut-${name}.mp4`)
      const codec = ['-frames:v', '8', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', source_path]
      await call('ffmpeg', [
        '-v',
        'error',
        '-y',
        '-f',
        'lavfi',
        '-i',
        picture.replace('black', 'black:s=96x64:r=25'),
        ...codec,
      ])
      const target_path = join(folder, `cut-${name}-large.mp4`)
      await using upscaler = closing(await create())
      await upscaler.run({ source_path, target_path, width_px: 192, height_px: 128, ...quietly })
      const wanted = await middles(source_path)
      assert.deepEqual(new Set(wanted.map((value) => value > 125)).size, 2)
      for (const [frame, value] of (await middles(target_path)).entries()) {
        assert.ok(Math.abs(value - wanted[frame]!) <= 2, `frame ${frame}: ${value}, not ${wanted[frame]}`)
      }
    })

    const moments = ['before the first frame', 'at the first frame', 'at the last frame']
    for (const moment of moments) {
      test(`an abort ${moment} ends every process within a second and leaves no file`, async () => {
        const isLast = moment === 'at the last frame'
        const frames = isLast ? 30 : 400
        // Large where it is aborted early; where all is computed the size matters to nobody.
        const size = isLast ? { width_px: 640, height_px: 384 } : { width_px: 1800, height_px: 1080 }
        const source_path = await makeClip(`abort-${frames}`, { size: '320x192', frames })
        const target = join(folder, `abort-${name}-${moment}`)
        await mkdir(target)
        const abort = new AbortController()
        await using upscaler = closing(await create())
        const reached = Promise.withResolvers<void>()
        const run = upscaler.run({
          source_path,
          target_path: join(target, 'large.mp4'),
          ...size,
          signal: abort.signal,
          onFrame: (done, of) => {
            if (moment === 'at the first frame' || done === of) reached.resolve()
          },
        })
        // Not the one that only looks at the source.
        const isAtWork = () => descendants().some((pid) => !/^$|ffprobe/.test(commandOf(pid)))
        await Promise.race([moment === 'before the first frame' ? until(isAtWork) : reached.promise, run])
        const family = descendants()
        // At the last frame ffmpeg may have left already.
        assert.ok(family.length > 0 || isLast)
        const reason = new Error('no longer wanted')
        const start = performance.now()
        abort.abort(reason)
        await assert.rejects(run, (error) => error === reason)
        // By number: one that lost its parent is no descendant any more.
        await until(() => !family.some(lives))
        assert.ok(performance.now() - start < 5_000)
        assert.deepEqual(await readdir(target), [])
      })
    }

    test('what is no video is unreadable, and leaves no file', async () => {
      const source_path = join(folder, `text-${name}.mp4`)
      await writeFile(source_path, 'not a video')
      const target_path = join(folder, `text-${name}-large.mp4`)
      await using upscaler = closing(await create())
      const run = upscaler.run({ source_path, target_path, width_px: 64, height_px: 64, ...quietly })
      await assert.rejects(run, failsWith('source_unreadable'))
      assert.deepEqual(
        (await readdir(folder)).filter((file) => file.startsWith(`text-${name}-large`)),
        [],
      )
    })

    test('once closed it refuses work', async () => {
      const upscaler = await create()
      await upscaler.close()
      const job = { source_path: 'x', target_path: join(folder, 'closed.mp4'), width_px: 2, height_px: 2 }
      await assert.rejects(upscaler.run({ ...job, ...quietly }), failsWith('failed'))
    })
  })
}

function closing(upscaler: Upscaler): Upscaler & AsyncDisposable {
  return { ...upscaler, [Symbol.asyncDispose]: () => upscaler.close() }
}

suite('networks', { skip: withoutRuntime }, () => {
  const shapes: [string, TinyNetwork, Partial<OnnxOptions>][] = [
    ['three times', { channels: 1, scale: 3 }, {}],
    ['four times in colour', { channels: 3, scale: 4 }, {}],
    [
      'of one fixed size, smaller than the frame',
      { channels: 1, scale: 2, fixed: { width_px: 40, height_px: 24 } },
      {},
    ],
    [
      'of one fixed size, larger than the frame',
      { channels: 3, scale: 2, fixed: { width_px: 128, height_px: 128 } },
      {},
    ],
    ['in many tiles', { channels: 1, scale: 2 }, { tile_px: 600 }],
  ]
  for (const [what, shape, options] of shapes) {
    test(`${what}: the result made small again is the source`, async () => {
      const source_path = await makeClip('six', { frames: 6 })
      const target_path = join(folder, `net-${what}-large.mp4`)
      await using upscaler = closing(await onnx(shape, options))
      await upscaler.run({
        source_path,
        target_path,
        width_px: 96 * shape.scale,
        height_px: 64 * shape.scale,
        ...quietly,
      })
      const { psnr_y_db, ssim } = await measureQuality(source_path, target_path, never)
      assert.ok(psnr_y_db! > 30 && ssim > 0.97, `${psnr_y_db} dB, ${ssim}`)
    })
  }

  test('tiles leave no seams: many of them give the very file that one gives', async () => {
    const source_path = await makeClip('seams', { size: '120x100', frames: 6 })
    const files = await Promise.all(
      [600, 1_000_000].map(async (tile_px) => {
        const target_path = join(folder, `seams-${tile_px}.mp4`)
        await using upscaler = closing(await onnx({ channels: 1, scale: 2, blur: true }, { tile_px }))
        await upscaler.run({ source_path, target_path, width_px: 240, height_px: 200, ...quietly })
        return readFileSync(target_path)
      }),
    )
    assert.ok(files[0]!.equals(files[1]!))
  })

  test('a missing runtime, a missing network and a broken one are told apart', async () => {
    const source_path = await makeClip('short', { frames: 2 })
    const broken = join(folder, 'broken.onnx')
    await writeFile(broken, 'no network')
    const cases: [Partial<OnnxOptions>, string][] = [
      [{ runtime: 'no-such-runtime' }, 'runtime_missing'],
      [{ model_path: join(folder, 'none.onnx') }, 'runtime_missing'],
      [{ model_path: broken }, 'failed'],
    ]
    for (const [options, code] of cases) {
      await using upscaler = closing(await onnx(undefined, options))
      const target_path = join(folder, 'missing-large.mp4')
      const run = upscaler.run({ source_path, target_path, width_px: 192, height_px: 128, ...quietly })
      await assert.rejects(run, failsWith(code))
    }
  })

  const strangers: [string, Parameters<typeof writeEcho>[1], RegExp][] = [
    ['half floats', { dims: [1, 3, 'h', 'w'], half: true }, /must take one float32 tensor/],
    ['three dimensions', { dims: [3, 'h', 'w'] }, /must take four dimensions/],
    ['two channels', { dims: [1, 2, 'h', 'w'] }, /must take 1 or 3 channels \(NCHW\), not 2/],
    ['channels that come last', { dims: [1, 'h', 'w', 3] }, /takes no picture of 1x3x64x64 \(NCHW\)/],
    ['pictures of the same size', { dims: [1, 3, 'h', 'w'] }, /no frame of 2, 3 or 4 times the size/],
  ]
  for (const [what, shape, wanted] of strangers) {
    test(`a network of ${what} is refused, and the error says why`, async () => {
      const source_path = await makeClip('short', { frames: 2 })
      const target_path = join(folder, `stranger-${what}-large.mp4`)
      const model_path = join(folder, `stranger-${what}.onnx`)
      await writeEcho(model_path, shape)
      await using upscaler = closing(createOnnxUpscaler({ model_path }))
      const run = upscaler.run({ source_path, target_path, width_px: 192, height_px: 128, ...quietly })
      await assert.rejects(run, (error) => failsWith('failed')(error) && wanted.test(String(error)))
    })
  }

  const unwanted = new Error('no longer wanted')
  const ends: [string, { hang_ms: number }, (error: unknown) => boolean][] = [
    ['hangs', { hang_ms: 2_000 }, failsWith('hung')],
    ['is aborted', { hang_ms: 60_000 }, (error) => error === unwanted],
  ]
  for (const [what, options, wanted] of ends) {
    test(`a process that ${what} is killed with its children, busy as they may be`, async () => {
      const source_path = await makeClip('short', { frames: 2 })
      const file = join(folder, `grandchild-${what}.mjs`)
      const note = join(folder, `grandchild-${what}.pid`)
      const lines = [
        `import { spawn } from 'node:child_process'`,
        `import { writeFileSync } from 'node:fs'`,
        `writeFileSync(${JSON.stringify(note)}, String(spawn('sleep', ['60']).pid))`,
        `setInterval(() => {}, 1000)`,
      ]
      await writeFile(file, lines.join('\n'))
      const worker = new URL(`file://${file}`)
      await using upscaler = closing(await onnx(undefined, { worker, ...options }))
      const target_path = join(folder, `grandchild-${what}-large.mp4`)
      const abort = new AbortController()
      const job = { source_path, target_path, width_px: 192, height_px: 128, onFrame: () => {} }
      const run = assert.rejects(upscaler.run({ ...job, signal: abort.signal }), wanted)
      await until(() => existsSync(note) && readFileSync(note, 'utf8') !== '', 'the grandchild')
      if (what === 'is aborted') abort.abort(unwanted)
      await run
      const pid = readFileSync(note, 'utf8')
      await until(() => !lives(pid), 'the end of the grandchild')
    })
  }

  test('when the server is killed, its upscaling ends too', async () => {
    const source_path = await makeClip('orphan', { size: '320x192', frames: 400 })
    const job = {
      source_path,
      target_path: join(folder, 'orphan-large.mp4'),
      width_px: 1800,
      height_px: 1080,
    }
    const model_path = await network({ channels: 1, scale: 2 })
    const file = join(folder, 'server.mjs')
    const lines = [
      `import { createOnnxUpscaler } from ${JSON.stringify(new URL('./upscalers.ts', import.meta.url).href)}`,
      `const upscaler = createOnnxUpscaler({ model_path: ${JSON.stringify(model_path)}, threads: 2 })`,
      `const signal = new AbortController().signal`,
      `await upscaler.run({ ...${JSON.stringify(job)}, signal, onFrame: () => console.log('frame') })`,
    ]
    await writeFile(file, lines.join('\n'))
    const server = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(server.stdout, 'data')
    const family = descendants()
    assert.ok(family.length >= 4) // it, its worker and two ffmpegs
    server.kill('SIGKILL')
    await until(() => !family.some(lives), 'the end of the family')
    assert.equal(existsSync(job.target_path), false)
  })

  const workers: [string, string, string][] = [
    ['hangs', 'setInterval(() => {}, 1000)', 'hung'],
    ['crashes', 'process.exit(3)', 'failed'],
    ['is killed by the system', `process.kill(process.pid, 'SIGKILL')`, 'out_of_memory'],
  ]
  for (const [what, code, wanted] of workers) {
    test(`a process that ${what} ends as the error ${wanted}`, async () => {
      const source_path = await makeClip('short', { frames: 2 })
      const file = join(folder, `worker-${wanted}.mjs`)
      await writeFile(file, code)
      await using upscaler = closing(
        await onnx(undefined, { worker: new URL(`file://${file}`), hang_ms: 1_000 }),
      )
      const target_path = join(folder, `${wanted}.mp4`)
      const run = upscaler.run({ source_path, target_path, width_px: 192, height_px: 128, ...quietly })
      await assert.rejects(run, failsWith(wanted))
      assert.deepEqual(descendants(), [])
    })
  }
})

suite('quality', () => {
  test('a video is like itself in every figure', async () => {
    const path = await makeClip('same')
    const report = await measureQuality(path, path, never)
    assert.deepEqual([report.psnr_y_db, report.ssim, report.flicker_index], [null, 1, 1])
    assert.deepEqual(report.source, report.result)
    assert.ok(report.source.flicker > 0.1 && report.source.has_audio && report.source.frames === 25)
    assert.deepEqual(report.source.pixels, { width_px: 96, height_px: 64 })
  })

  test('added noise shows as lower likeness and more flicker', async () => {
    const path = await makeClip('clean')
    const noisy = join(folder, 'noisy.mp4')
    const args = ['-vf', 'noise=alls=40:allf=t', '-c:v', 'libx264', '-crf', '10', '-an', noisy]
    await call('ffmpeg', ['-v', 'error', '-y', '-i', path, ...args])
    const report = await measureQuality(path, noisy, never)
    assert.ok(
      report.psnr_y_db! < 32 && report.ssim < 0.95 && report.flicker_index! > 1.5,
      JSON.stringify(report),
    )
    assert.equal(report.result.has_audio, false)
  })
})
