// npm run bench [-- api dispatch ...]: the benchmarks of bench/ by name, all of them when none is named.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Hint, main } from './lib/fail.mjs'
import { installPackages } from './lib/packages.mjs'
import { root } from './lib/paths.mjs'
import { installPrograms } from './lib/programs.mjs'
import { buildStudio } from './lib/studio.mjs'
import { runStages } from './lib/stages.mjs'

await main(async () => {
  const all = readdirSync(join(root, 'bench'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
  const asked = process.argv.slice(2)
  const unknown = asked.filter((name) => !all.includes(name))
  if (unknown.length > 0) throw new Hint(`No benchmark ${unknown.join(', ')}. There are: ${all.join(', ')}`)
  const chosen = asked.length > 0 ? asked : all
  installPrograms(chosen.includes('studio') ? ['ffmpeg', 'chromium'] : ['ffmpeg'])
  const node = await installPackages({ dev: true })
  if (chosen.includes('studio')) await buildStudio(node)
  return runStages(
    chosen.map((name) => ({ name, program: node, args: [`bench/${name}.ts`] })),
    { goOn: true },
  )
})
