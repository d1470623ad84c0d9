import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

const models = join(import.meta.dirname, '../../models')

test('the network that ships is the one that its card and its description speak of', async () => {
  const [network, card, text] = await Promise.all([
    readFile(join(models, 'upscale-x2.onnx')),
    readFile(join(models, 'upscale-x2.md'), 'utf8'),
    readFile(join(models, 'upscale-x2.json'), 'utf8'),
  ])
  const sha256 = createHash('sha256').update(network).digest('hex')
  assert.equal((JSON.parse(text) as { sha256: string }).sha256, sha256)
  assert.ok(card.includes(sha256))
  assert.ok(network.length < 200_000)
})
