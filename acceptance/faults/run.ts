import { describe, faults, type Outcome, runRound, tabulate } from './round.ts'

// npm run faults -- [rounds] [part of a fault's name]: breaks things under load, round after round, and tells what came of it.

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const [rounds = '1', named = ''] = process.argv.slice(2)
const chosen = faults.filter(({ name }) => name.includes(named))
const all: Outcome[] = []
let found = 0

/** What was found first is broken; what was found after it may follow from it. */
function tell(broken: readonly string[], after: string | undefined): void {
  for (const line of broken) console.log(after ? `  FOLLOWS? ${line} (after ${after})` : `  BROKEN ${line}`)
  found += broken.length
}

for (let round = 1; round <= Number(rounds); round++) {
  const began = performance.now()
  const before = found
  const result = await runRound(chosen, {
    tasks_per_fault: 20,
    outage_ms: 60_000,
    onOutcome: ({ fault, recovery, late, created, broken, after }) => {
      console.log(`${fault}: ${created} tasks, recovered after ${describe(recovery)}`)
      if (late) console.log(`  LATE ${late}`)
      if (late) found++
      tell(broken, after)
    },
  })
  all.push(...result.outcomes)
  tell(result.broken, result.after)
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  console.log(`round ${round} of ${rounds}: ${found === before ? 'passed' : 'NOT passed'}, ${minutes} min`)
  if (result.broken.length === 0) console.log(`  ${result.events} events without a gap, R1 to R8 zero\n`)
}
console.log(tabulate(all))
process.exitCode = found === 0 ? 0 : 1
