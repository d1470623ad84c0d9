import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { makeClip, turnPicture } from '../../testing/media/clips.ts'
import { patience_ms } from '../../testing/until.ts'
import { convert, picturePlaysAnywhere, soundPlaysAnywhere } from './convert.ts'
import { makeExtras } from './extras.ts'
import { hasFastStart, probe } from './probe.ts'
import { remux } from './remux.ts'
import { ProcessError } from './run.ts'
import { cleanUp } from '../../testing/clean-up.ts'

const ffmpeg = (...args: string[]) => promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...args])
const { signal } = new AbortController()

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-media-'))
  cleanUp(t, () => rm(folder, { recursive: true }))
  return folder
}

/** Colour bars with sound, and a workflow in every place where one could stand. */
async function talkative(folder: string): Promise<string> {
  const path = join(folder, 'talkative.mp4')
  const chapters = join(folder, 'chapters')
  await writeFile(chapters, ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=900\ntitle=WORKFLOW\n')
  const drawn = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=16', '-f', 'lavfi', '-i', 'sine=440']
  const named = [
    '-f',
    'ffmetadata',
    '-i',
    chapters,
    '-map',
    '0',
    '-map',
    '1',
    '-map_metadata',
    '2',
    '-t',
    '2',
  ]
  const coded = ['-pix_fmt', 'yuv420p', '-c:a', 'aac', '-movflags', '+use_metadata_tags']
  const ofFile = ['-metadata', 'prompt={"node":"WORKFLOW"}', '-metadata', 'comment=WORKFLOW']
  const ofStreams = ['-metadata:s:v:0', 'title=WORKFLOW', '-metadata:s:a:0', 'handler_name=WORKFLOW']
  await ffmpeg(...drawn, ...named, ...coded, ...ofFile, ...ofStreams, path)
  assert.ok((await readFile(path)).includes('WORKFLOW'))
  return path
}

/** MD5 of what the streams hold, by stream. */
async function streamHashes(path: string): Promise<string> {
  return (
    await ffmpeg(
      '-i',
      path,
      '-map',
      '0:v',
      '-map',
      '0:a',
      '-c',
      'copy',
      '-f',
      'streamhash',
      '-hash',
      'md5',
      '-',
    )
  ).stdout
}

suite('retagging', () => {
  test('nothing that the source said of itself is left, and pictures and sound are the same bits', async (t) => {
    const folder = await folderOf(t)
    const [source, target] = [await talkative(folder), join(folder, 'out.mp4')]
    await remux(source, target, { comment: 'ours' }, { has_audio: true, signal })
    assert.ok(!(await readFile(target)).includes('WORKFLOW'))
    assert.equal(await streamHashes(target), await streamHashes(source))
    const facts = await probe(target, { signal })
    const { major_brand: _, minor_version: _m, compatible_brands: _c, ...tags } = facts.tags
    assert.deepEqual([tags, facts.has_audio, facts.frames], [{ comment: 'ours' }, true, 32])
    assert.ok(await hasFastStart(target))
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.includes('tags')),
      [],
      'the words are nowhere else',
    )
  })

  test('a tag is read back as it was, whatever is in it', async (t) => {
    const folder = await folderOf(t)
    const [source, target] = [await talkative(folder), join(folder, 'out.mp4')]
    const recipe = JSON.stringify({
      prompt: '海上日出 🌅 a=b; #1 \\ "x" \'y\' \u2028 العربية',
      lines: 'one\ntwo\t',
    })
    const plain = ' leading = ; # \\ and\nanother \\\\ line, ; # = .'
    await remux(source, target, { AIGC: '{"Label":"1"}', recipe, plain }, { has_audio: true, signal })
    const { tags } = await probe(target, { signal })
    assert.deepEqual([tags['aigc'], tags['recipe'], tags['plain']], ['{"Label":"1"}', recipe, plain])
    for (const bad of ['ends in \\', 'a\\\nb'])
      await assert.rejects(
        remux(source, target, { bad, comment: 'swallowed' }, { has_audio: true, signal }),
        TypeError,
      )
    const long = 'ж'.repeat(100_000)
    await remux(source, target, { recipe: long }, { has_audio: true, signal })
    assert.equal((await probe(target, { signal })).tags['recipe'], long)
  })

  test('a list of files is no video: it would name those of this machine', async (t) => {
    const folder = await folderOf(t)
    await talkative(folder)
    const list = join(folder, 'list.mp4')
    await writeFile(list, "ffconcat version 1.0\nfile 'talkative.mp4'\n")
    await assert.rejects(remux(list, join(folder, 'out.mp4'), {}, { has_audio: true, signal }), ProcessError)
  })

  test('the same video and tags give the same file', async (t) => {
    const folder = await folderOf(t)
    const source = await talkative(folder)
    const files = ['a.mp4', 'b.mp4'].map((name) => join(folder, name))
    for (const file of files) await remux(source, file, { comment: 'same' }, { has_audio: true, signal })
    assert.deepEqual(await readFile(files[0]!), await readFile(files[1]!))
  })
})

/** Size of a picture, and the mean brightness of each of its cells, row by row. */
async function brightness(path: string, columns: number, rows: number): Promise<number[]> {
  const raw = await promisify(execFile)(
    'ffmpeg',
    [
      '-v',
      'error',
      '-i',
      path,
      '-vf',
      `scale=${columns}:${rows}:flags=area,format=gray`,
      '-f',
      'rawvideo',
      '-',
    ],
    { encoding: 'buffer' },
  )
  return [...raw.stdout]
}

test('a video that players turn by a quarter is as wide as they show it, and so is its poster', async (t) => {
  const folder = await folderOf(t)
  const path = await makeClip(folder, 'turned', { size: '96x64' })
  await turnPicture(path)
  const facts = await probe(path, { signal })
  assert.deepEqual([facts.width_px, facts.height_px], [64, 96])
  const into = join(folder, 'extras')
  await mkdir(into)
  const { poster } = await makeExtras(path, facts, into, { tags: {}, signal, timeout_ms: patience_ms })
  const shown = await probe(poster, { signal })
  assert.deepEqual([shown.width_px, shown.height_px], [64, 96])
})

suite('pictures of a video', () => {
  /** Black for as long as `dark_s`, then brighter and brighter. */
  async function brightening(folder: string, size: string, dark_s: number): Promise<string> {
    const path = join(folder, 'bright.mp4')
    const luma = `eq=eval=frame:brightness='if(lt(t,${dark_s}),-1,(30*t-68)/255)'`
    const source = `color=gray:size=${size}:rate=16:duration=5,format=yuv420p,${luma}`
    const coded = ['-t', '5', '-preset', 'ultrafast', '-c:a', 'aac', path]
    await ffmpeg('-f', 'lavfi', '-i', source, '-f', 'lavfi', '-i', 'sine=440', ...coded)
    return path
  }

  const make = async (folder: string, video: string) => {
    const facts = await probe(video, { signal })
    const into = join(folder, 'extras')
    await mkdir(into)
    return makeExtras(video, facts, into, {
      tags: { comment: 'made by a test' },
      signal,
      timeout_ms: patience_ms,
    })
  }

  test('the poster is not the black beginning, and as large as the video', async (t) => {
    const folder = await folderOf(t)
    const { poster } = await make(folder, await brightening(folder, '416x240', 1.5))
    const { width_px, height_px, codec } = await probe(poster, { signal })
    assert.deepEqual([width_px, height_px, codec], [416, 240, 'webp'])
    assert.ok((await brightness(poster, 1, 1))[0]! > 60)
  })

  test('the preview is small, silent, at most three seconds, and says what it is', async (t) => {
    const folder = await folderOf(t)
    const { preview } = await make(folder, await brightening(folder, '832x480', 1))
    const facts = await probe(preview, { signal })
    assert.deepEqual(
      [facts.width_px, facts.height_px, facts.has_audio, facts.codec],
      [320, 184, false, 'h264'],
    )
    assert.ok(facts.duration_s > 2.5 && facts.duration_s <= 3.1, `${facts.duration_s} s`)
    assert.equal(facts.tags['comment'], 'made by a test')
    assert.ok(await hasFastStart(preview))
    assert.ok(
      (await brightness(preview, 1, 1))[0]! > 60,
      'it begins within the video, not at its black start',
    )
  })

  test('a sheet is cut as it says, and its cells follow the video', async (t) => {
    const folder = await folderOf(t)
    const { sprite, sheet } = await make(folder, await brightening(folder, '240x416', 0))
    assert.deepEqual(sheet, { columns: 5, rows: 2, width_px: 92, height_px: 160, seconds_each: 0.5 })
    const { width_px, height_px } = await probe(sprite, { signal })
    assert.deepEqual([width_px, height_px], [5 * 92, 2 * 160])
    const cells = await brightness(sprite, 5, 2)
    assert.deepEqual(
      cells,
      cells.toSorted((a, b) => a - b),
      'in the order of time',
    )
    assert.equal(new Set(cells).size, 10, 'each another frame')
  })

  test('a video of three frames has as many cells', async (t) => {
    const folder = await folderOf(t)
    const path = join(folder, 'short.mp4')
    await ffmpeg(
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=64x64:rate=16',
      '-frames:v',
      '3',
      '-pix_fmt',
      'yuv420p',
      path,
    )
    const { sprite, poster, sheet } = await make(folder, path)
    assert.deepEqual([sheet.columns, sheet.rows], [3, 1])
    assert.equal((await probe(sprite, { signal })).width_px, 3 * 64)
    assert.equal((await probe(poster, { signal })).width_px, 64)
  })
})

suite('encoding again', () => {
  test('each frame stays and keeps its time, and the rate is whole again', async (t) => {
    const folder = await folderOf(t)
    const [source, target] = [join(folder, 'source.webm'), join(folder, 'target.mp4')]
    const drawn = ['-f', 'lavfi', '-i', 'testsrc2=size=321x181:rate=16', '-f', 'lavfi', '-i', 'sine=440']
    const coded = [
      '-frames:v',
      '33',
      '-shortest',
      '-c:v',
      'libvpx-vp9',
      '-deadline',
      'realtime',
      '-c:a',
      'libopus',
    ]
    await ffmpeg(...drawn, ...coded, '-metadata', 'comment=WORKFLOW', source)
    const before = await probe(source, { signal })
    assert.deepEqual([picturePlaysAnywhere(before), soundPlaysAnywhere(before)], [false, false])
    const { duration_s } = before
    await convert(source, target, { picture: 'encode', sound: 'encode', duration_s }, { signal })
    const after = await probe(target, { signal })
    assert.ok(picturePlaysAnywhere(after) && soundPlaysAnywhere(after), JSON.stringify(after))
    assert.deepEqual(
      [after.frames, after.fps, after.width_px, after.height_px, after.sound?.codec],
      [before.frames, 16, 320, 180, 'aac'],
    )
    assert.equal((await readFile(target)).includes('WORKFLOW'), false)
  })

  test('what plays anywhere is H.264 with 8 bits, and AAC or nothing beside it', async (t) => {
    const facts = await probe(await talkative(await folderOf(t)), { signal })
    assert.ok(picturePlaysAnywhere(facts) && soundPlaysAnywhere(facts))
    assert.ok(soundPlaysAnywhere({ ...facts, sound: null }))
    for (const other of [{ codec: 'hevc' }, { pix_fmt: 'yuv420p10le' }, { pix_fmt: 'yuv444p' }])
      assert.equal(picturePlaysAnywhere({ ...facts, ...other }), false, JSON.stringify(other))
    const longer = { end_s: facts.duration_s + 0.3 }
    for (const other of [{ codec: 'opus' }, { channels: 6 }, { rate_hz: 96_000 }, longer]) {
      const sound = { ...facts.sound!, ...other }
      assert.equal(soundPlaysAnywhere({ ...facts, sound }), false, JSON.stringify(other))
    }
  })

  test('a file that is no video is refused', async (t) => {
    const folder = await folderOf(t)
    const source = join(folder, 'no.mp4')
    await writeFile(source, 'no video')
    const all = { picture: 'encode', sound: 'leave out', duration_s: 1 } as const
    await assert.rejects(convert(source, join(folder, 'target.mp4'), all, { signal }), { code: 'failed' })
  })
})
