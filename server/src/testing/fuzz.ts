import { randomInt } from 'node:crypto'
import type { TestContext } from 'node:test'

/**
 * How often a property is tried, and from which seed, which is printed: `npm test` tries a fixed number of times,
 * `npm run fuzz` longer, and with a seed the same again.
 */
export function fuzzParameters(
  t: TestContext,
  { runs }: { runs: number },
): { numRuns: number; seed: number } {
  const { FUZZ_RUNS, FUZZ_SEED } = process.env
  const parameters = { numRuns: Number(FUZZ_RUNS ?? runs), seed: Number(FUZZ_SEED ?? randomInt(2 ** 31)) }
  t.diagnostic(`${parameters.numRuns} runs from seed ${parameters.seed}`)
  return parameters
}
