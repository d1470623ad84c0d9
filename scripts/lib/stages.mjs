import { handOver } from '../../server/bin/hand-over.mjs'
import { root } from './paths.mjs'

/**
 * @typedef {{ name: string, program: string, args: string[], env?: NodeJS.ProcessEnv }} Stage
 */

/**
 * Runs the stages one after the other in the repository's root and prints the time of each. Stops after the first failure unless
 * `goOn` is set, and always after an interruption.
 *
 * @param {Stage[]} stages
 * @param {{ goOn?: boolean }} [options]
 * @returns {Promise<number>} The first exit code that is not 0.
 */
export async function runStages(stages, { goOn = false } = {}) {
  const failed = []
  let code = 0
  for (const { name, program, args, env } of stages) {
    console.log(`\n== ${name}`)
    const began_ms = performance.now()
    const ended = await handOver(program, args, { cwd: root, env: { ...process.env, ...env } })
    const seconds = ((performance.now() - began_ms) / 1000).toFixed(1)
    console.log(`== ${name}: ${ended === 0 ? 'passed' : `FAILED (exit code ${ended})`} in ${seconds} s`)
    if (ended === 0) continue
    failed.push(name)
    code ||= ended
    const wasInterrupted = ended > 128
    if (!goOn || wasInterrupted) break
  }
  console.log(
    failed.length === 0
      ? `\nAll passed: ${stages.map(({ name }) => name).join(', ')}`
      : `\nFAILED: ${failed.join(', ')}`,
  )
  return code
}
