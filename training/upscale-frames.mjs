/**
 * Runs a model over 8-bit luma frames: `node upscale-frames.mjs WORK MODEL WIDTH HEIGHT`, frames on stdin, frames of twice
 * the size on stdout. WORK/node_modules holds onnxruntime-node.
 */
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'

const [work, model, ...size] = process.argv.slice(2)
const ort = createRequire(resolve(work, 'package.json'))('onnxruntime-node')
const [width, height] = size.map(Number)
const session = await ort.InferenceSession.create(model, { intraOpNumThreads: 1, interOpNumThreads: 1 })
const bytes = await buffer(process.stdin)
const input = new Float32Array(width * height)
const output = new Uint8Array(width * height * 4)
for (let start = 0; start < bytes.length; start += input.length) {
  for (let i = 0; i < input.length; i++) input[i] = bytes[start + i] / 255
  const feeds = { [session.inputNames[0]]: new ort.Tensor('float32', input, [1, 1, height, width]) }
  const { data } = (await session.run(feeds))[session.outputNames[0]]
  for (let i = 0; i < output.length; i++) output[i] = Math.round(Math.min(1, Math.max(0, data[i])) * 255)
  await new Promise((done) => process.stdout.write(output.slice(), done))
}
await session.release()
