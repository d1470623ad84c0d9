import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readManifest } from './manifest.ts'

const manifest = {
  payloadType: 'application/vnd.clipwright.provenance+json',
  payload: 'e30=',
  signatures: [{ keyid: 'a', sig: 'b' }],
}
const text = JSON.stringify(manifest)

const cases: { name: string; content: string; says: unknown }[] = [
  { name: 'video.json', content: text, says: { manifest } },
  { name: 'named-otherwise', content: text, says: { manifest } },
  { name: 'MANIFEST.JSON', content: `\uFEFF${text}`, says: { manifest } },
  { name: 'empty.json', content: ' \n', says: { damage: 'empty' } },
  { name: 'cut.json', content: text.slice(0, -10), says: { damage: 'not_json' } },
  { name: 'large.json', content: ' '.repeat(1e6 + 1), says: { damage: 'too_large' } },
  { name: 'list.json', content: '[]', says: { damage: 'not_a_manifest' } },
  { name: 'null.json', content: 'null', says: { damage: 'not_a_manifest' } },
  { name: 'workflow.json', content: '{"nodes":[]}', says: { damage: 'not_a_manifest' } },
  {
    name: 'unsigned.json',
    content: JSON.stringify({ ...manifest, signatures: [null] }),
    says: { damage: 'not_a_manifest' },
  },
  {
    name: 'in-toto.json',
    content: JSON.stringify({ ...manifest, payloadType: 'application/vnd.in-toto+json' }),
    says: { damage: 'other_kind' },
  },
  { name: 'video.mp4', content: '\0\0\0\u0018ftyp', says: undefined },
  { name: 'empty.mp4', content: '', says: undefined },
]

for (const { name, content, says } of cases)
  test(`of ${name} it is known whether it is a manifest, and what is wrong with it`, async () => {
    assert.deepEqual(await readManifest(new File([content], name)), says)
  })
