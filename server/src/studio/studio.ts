import { existsSync } from 'node:fs'
import { join } from 'node:path'

const built = join(import.meta.dirname, '../../../web/dist')

/** The folder of the studio's built pages; null where they have not been built. */
export function findStudio(): string | null {
  return existsSync(join(built, 'index.html')) ? built : null
}
