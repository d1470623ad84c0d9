import { faults, type Outcome, runRound, tabulate } from './round.ts'

// npm run faults -- [rounds] [part of a fault's name]: breaks things under load, round after round, and tells what came of it.

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const [rounds = '1', named = ''] = process.argv.slice(2)
const chosen = faults.filter(({ name }) => name.includes(named))
const all: Outcome[] = []
const broken: string[] = []
for (let round = 1; round <= Number(rounds); round++) {
  const began = performance.now()
  const result = await runRound(chosen, {
    tasks_per_fault: 20,
    outage_ms: 60_000,
    onOutcome: ({ fault, recovery_ms, created, broken }) => {
      console.log(`${fault}: ${created} tasks, recovered after ${(recovery_ms / 1000).toFixed(1)} s`)
      for (const line of broken) console.log(`  BROKEN ${line}`)
    },
  })
  all.push(...result.outcomes)
  for (const line of result.broken) console.log(`  BROKEN ${line}`)
  broken.push(...result.broken, ...result.outcomes.flatMap((outcome) => outcome.broken))
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  console.log(`round ${round} of ${rounds}: ${broken.length === 0 ? 'passed' : 'BROKEN'}, ${minutes} min`)
  if (result.broken.length === 0) console.log(`  ${result.events} events without a gap, R1 to R8 zero\n`)
}
console.log(tabulate(all))
process.exitCode = broken.length === 0 ? 0 : 1
