import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFakeService } from '../testing/fake-service.ts'
import { createHome } from '../testing/run-cli.ts'

test('each model is told with what it makes, how long, how large, and for how much', async (t) => {
  const service = await startFakeService(t)
  const item = {
    model: 'wan',
    title: 'Wan 2.2',
    licence: 'Apache-2.0',
    is_default: true,
    modes: [
      { mode: 'text-to-video', is_available: true },
      { mode: 'image-to-video', is_available: false },
    ],
    fps: 24,
    sizes: [{ resolution: '720p', aspect_ratio: '16:9', width_px: 1280, height_px: 704 }],
    prices: [{ resolution: '720p', unit: 'second', unit_price: '12.5' }],
    currency: 'CREDIT',
    parameters: {
      type: 'object',
      properties: {
        duration_seconds: { minimum: 2, maximum: 5 },
        parameters: {
          properties: {
            lora: { type: 'string', enum: Array.from({ length: 10 }, (_, at) => `${at}.safetensors`) },
            shift: { type: 'number', minimum: 0, maximum: 12, default: 5 },
            loop: { type: 'boolean', default: false },
            word: { type: 'string', maxLength: 9 },
          },
        },
      },
    },
  }
  service.routes['GET /api/v1/models'] = () => ({
    status: 200,
    body: { items: [item], total: 1, page: 1, page_size: 1 },
  })
  const home = createHome(t, service.url)
  const { code, stdout } = await home.run(['models'], { env: { CLIPWRIGHT_API_KEY: 'svck_test' } })
  assert.equal(code, 0)
  assert.equal(
    stdout,
    `wan  Wan 2.2  (default)
  makes       text-to-video, image-to-video (no engine now)
  length      2 to 5 s at 24 frames a second
  720p        16:9 1280x704; 0.13 credits a second
  --param     lora: 0.safetensors, 1.safetensors, 2.safetensors, 3.safetensors, 4.safetensors, 5.safetensors, 6.safetensors, 7.safetensors and 2 more
  --param     shift: 0 to 12; default 5
  --param     loop: true or false; default false
  --param     word: a text
  licence     Apache-2.0
`,
  )
})
