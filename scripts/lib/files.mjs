import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Every file below a folder.
 *
 * @param {string} folder
 */
export function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/**
 * When a file was written; 0 for one that is not there.
 *
 * @param {string} path
 */
export function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
