import { randomInt } from 'node:crypto'
import type { TestContext } from 'node:test'

/**
 * How often a property is tried, and from which seed, which is printed: `npm test` tries the same cases every time, so
 * that it fails for the change it tests; `npm run fuzz` tries so many times as many, of others; with a seed the same again.
 */
export function fuzzParameters(
  t: TestContext,
  { runs }: { runs: number },
): { numRuns: number; seed: number } {
  const { FUZZ_TIMES, FUZZ_SEED } = process.env
  const parameters = {
    numRuns: runs * Number(FUZZ_TIMES ?? 1),
    seed: Number(FUZZ_SEED ?? (FUZZ_TIMES ? randomInt(2 ** 31) : 1)),
  }
  t.diagnostic(`${parameters.numRuns} runs from seed ${parameters.seed}`)
  return parameters
}
