/**
 * Compares models on one thread: `node speed.mjs WORK MODEL...`. They take turns, because the machine's speed drifts; the
 * CPU time of the fastest run counts, and its ratio to the first model's.
 */
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

const WIDTH = 832
const HEIGHT = 480
const ROUNDS = 15
const [work, ...models] = process.argv.slice(2)
const ort = createRequire(resolve(work, 'package.json'))('onnxruntime-node')
const luma = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => ((i * 2654435761) % 256) / 255)
const runs = await Promise.all(
  models.map(async (model) => ({
    model,
    session: await ort.InferenceSession.create(model, { intraOpNumThreads: 1, interOpNumThreads: 1 }),
    cpu: [],
    wall: [],
  })),
)
for (let round = 0; round < ROUNDS; round++) {
  for (const { session, cpu, wall } of runs) {
    const feeds = { [session.inputNames[0]]: new ort.Tensor('float32', luma, [1, 1, HEIGHT, WIDTH]) }
    const cpuBefore = process.cpuUsage()
    const begun = performance.now()
    await session.run(feeds)
    wall.push(performance.now() - begun)
    const { user, system } = process.cpuUsage(cpuBefore)
    cpu.push((user + system) / 1000)
  }
}
const [first] = runs.map(({ cpu }) => Math.min(...cpu))
for (const { model, session, cpu, wall } of runs) {
  const [fastest, fastestWall] = [Math.min(...cpu), Math.min(...wall)]
  const median = cpu.toSorted((a, b) => a - b)[ROUNDS >> 1]
  const figures = `cpu ${fastest.toFixed(0)} ms (median ${median.toFixed(0)}), wall ${fastestWall.toFixed(0)} ms`
  console.log(`${model}: ${figures}, ratio ${(fastest / first).toFixed(2)}`)
  await session.release()
}
