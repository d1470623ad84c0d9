import assert from 'node:assert/strict'
import { test } from 'node:test'
import { targetSize } from './size.ts'
import { planTiles } from './tiles.ts'

test('a target is the short side, with the aspect kept and even sides; what is as large has none', () => {
  const size = (width_px: number, height_px: number, target: '1080p' | '2k') => {
    const made = targetSize({ width_px, height_px }, target)
    return made && `${made.width_px}x${made.height_px}`
  }
  assert.equal(size(832, 480, '1080p'), '1872x1080')
  assert.equal(size(832, 480, '2k'), '2496x1440')
  assert.equal(size(480, 832, '1080p'), '1080x1872')
  assert.equal(size(1280, 720, '2k'), '2560x1440')
  assert.equal(size(640, 640, '1080p'), '1080x1080')
  assert.equal(size(97, 55, '1080p'), '1904x1080')
  assert.equal(size(1920, 1080, '1080p'), undefined)
  assert.equal(size(1920, 1080, '2k'), '2560x1440')
  assert.equal(size(1440, 2560, '2k'), undefined)
})

test('tiles keep each pixel once, and never one that is nearer than the halo to an inner edge', () => {
  const limits = [
    { tile_px: 80_000, halo_px: 5, multiple: 1 },
    { tile_px: 600, halo_px: 1, multiple: 1 },
    { tile_px: 4_000, halo_px: 12, multiple: 1 },
    { tile_px: 4_000, halo_px: 10, multiple: 4 },
    { tile_px: 1, halo_px: 4, multiple: 1, fixed: { width_px: 64, height_px: 48 } },
  ]
  for (const limit of limits) {
    for (const [width, height] of [
      [832, 480],
      [97, 55],
      [16, 16],
      [2560, 64],
      [65, 49],
    ] as const) {
      const kept = new Uint8Array(width * height)
      for (const { x, y } of planTiles(width, height, limit)) {
        for (const [span, length] of [
          [x, width],
          [y, height],
        ] as const) {
          assert.ok(span.from >= 0 && span.from + span.length <= length)
          assert.equal(span.from % limit.multiple, 0)
          assert.ok(span.core_from >= span.from && span.core_to <= span.from + span.length)
          assert.ok(span.core_from === 0 || span.core_from >= span.from + limit.halo_px)
          assert.ok(span.core_to === length || span.core_to <= span.from + span.length - limit.halo_px)
        }
        for (let row = y.core_from; row < y.core_to; row++) {
          for (let column = x.core_from; column < x.core_to; column++) kept[row * width + column]!++
        }
      }
      assert.ok(
        kept.every((count) => count === 1),
        `${width}x${height} ${JSON.stringify(limit)}`,
      )
    }
  }
})
