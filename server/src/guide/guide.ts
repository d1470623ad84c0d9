import { existsSync } from 'node:fs'
import { join } from 'node:path'

const built = join(import.meta.dirname, '../../../guide/dist')

/** The folder of the built guide; null where it has not been built to its last file. */
export function findGuide(): string | null {
  return existsSync(join(built, 'index.html.br')) ? built : null
}
