import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { cleanUp } from '../server/src/testing/clean-up.ts'
import { createMaker, installProduct, until } from './lib/product.ts'
import { inspectVideo } from './lib/video.ts'

const program = join(import.meta.dirname, '../node_modules/.bin/clipwright')

test('a program with a language model makes videos by the official client, over HTTP and over stdio', async (t) => {
  const product = await installProduct(t)
  await product.start()
  const maker = await createMaker(product.url)
  const { api_key } = await maker.POST('/api/v1/me/api-keys', { body: { name: 'a model' } })
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-mcp-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))

  const transports = {
    HTTP: () =>
      new StreamableHTTPClientTransport(new URL(`${product.url}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${api_key}` } },
      }),
    stdio: () =>
      new StdioClientTransport({
        command: program,
        args: ['mcp'],
        env: { PATH: process.env['PATH'] ?? '', CLIPWRIGHT_URL: product.url, CLIPWRIGHT_API_KEY: api_key },
      }),
  }
  for (const [name, open] of Object.entries(transports)) {
    await t.test(`over ${name}`, async () => {
      const client = new Client({ name: 'a test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
      cleanUp(t, () => client.close())
      await client.connect(open())
      const call = async (
        tool: string,
        args: Record<string, unknown>,
        onprogress?: (now: { progress: number }) => void,
      ) => {
        const { content, structuredContent, isError } = await client.callTool(
          { name: tool, arguments: args },
          onprogress && { onprogress },
        )
        assert.ok(!isError, JSON.stringify(content))
        return {
          content,
          data: structuredContent as { task_id: string; status: string; video_url: string | null },
        }
      }

      const steps: number[] = []
      const { content, data } = await call(
        'generate_video',
        { prompt: 'a red balloon drifts over a calm sea', duration_seconds: 2, max_cost: 1 },
        ({ progress }) => steps.push(progress),
      )
      assert.equal(data.status, 'completed')
      assert.ok(steps.length > 2 && steps.at(-1) === 100, steps.join(' '))
      assert.deepEqual(
        steps,
        steps.toSorted((a, b) => a - b),
      )

      const link = content.find((part) => part.type === 'resource_link')!
      assert.deepEqual([link.uri, link.mimeType], [data.video_url, 'video/mp4'])
      const bytes = Buffer.from(await (await fetch(link.uri)).arrayBuffer()) // without any credential
      assert.equal(bytes.length, link.size)
      await writeFile(join(folder, 'video.mp4'), bytes)
      assert.equal((await inspectVideo(join(folder, 'video.mp4'))).stream.codec_name, 'h264')
      const image = content.find((part) => part.type === 'image')!
      await writeFile(join(folder, 'picture.webp'), Buffer.from(image.data, 'base64'))
      assert.equal((await inspectVideo(join(folder, 'picture.webp'))).stream.codec_name, 'webp')

      const larger = await call('enhance', { task_id: data.task_id, target: '1080p', wait_seconds: 0 })
      assert.notEqual(larger.data.status, 'failed')
      const done = await until(
        async () => (await call('task_status', { task_id: larger.data.task_id, wait_seconds: 20 })).data,
        ({ status }) => status === 'completed',
      )
      assert.ok(done.video_url)
      const { data: begun } = await call('generate_video', {
        prompt: 'a',
        duration_seconds: 10,
        wait_seconds: 0,
      })
      assert.equal((await call('cancel', { task_id: begun.task_id })).data.status, 'failed')
      await client.close()
    })
  }
})
