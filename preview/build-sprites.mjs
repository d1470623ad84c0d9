// Copies the icons that the preview engine can show out of @iconify-json/noto (Apache-2.0, see NOTICE) into one small
// file, so that the 25 MB package is needed only here. Run again after changing the catalogue of subjects.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { SUBJECTS } from './src/subjects/catalogue.ts'

const require = createRequire(import.meta.url)
const noto = JSON.parse(readFileSync(require.resolve('@iconify-json/noto/icons.json'), 'utf8'))

const wanted = [...SUBJECTS.values()].map(({ icon }) => icon).filter((icon) => icon !== null)
const missing = wanted.filter((icon) => !noto.icons[icon])
if (missing.length > 0) throw new Error(`No such icon: ${[...new Set(missing)].join(', ')}`)

// Coordinates to a hundredth of a 128-unit icon are finer than any film shows.
const rounded = (svg) =>
  svg.replace(/\d+\.\d{3,}/g, (number) => String(Math.round(Number(number) * 100) / 100))
const names = [...new Set(wanted)].toSorted()
const lines = names.map(
  (name) => `  ${JSON.stringify(name)}: ${JSON.stringify(rounded(noto.icons[name].body))}`,
)
const file = new URL('./src/subjects/sprites.json', import.meta.url)
writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`)
console.log(`${names.length} icons, ${Math.round(lines.join().length / 1024)} KiB`)
