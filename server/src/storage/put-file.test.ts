import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { putFile } from './put-file.ts'

test('a storage that refuses before the first byte leaves no open file and no error for nobody', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-put-'))
  const path = join(folder, 'video.mp4')
  await writeFile(path, 'a video')
  const refused = new Error('refused')
  const storage = { put: () => Promise.reject(refused) }
  const openFiles = async () => (await readdir('/proc/self/fd')).length
  const before = await openFiles()
  for (let round = 0; round < 20; round++) {
    await writeFile(path, 'a video')
    await assert.rejects(putFile(storage, 'videos/a.mp4', path, { content_type: 'video/mp4' }), refused)
    await rm(path)
    await turn()
  }
  assert.ok((await openFiles()) <= before + 1)
  await assert.rejects(putFile(storage, 'videos/a.mp4', path, { content_type: 'video/mp4' }), {
    code: 'ENOENT',
  })
  await writeFile(path, 'a video')
  const stored: string[] = []
  const keeping = {
    put: async (_key: string, body: Readable) => {
      stored.push(await text(body))
      return { size_bytes: 7, content_type: 'video/mp4' }
    },
  }
  await putFile(keeping, 'videos/a.mp4', path, { content_type: 'video/mp4' })
  assert.deepEqual(stored, ['a video'])
  await rm(folder, { recursive: true })
})
