import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promiseOf } from './copy-objects.ts'
import { Damaged, ignoreMissing, readStored, syncFolder } from './files.ts'
import { linesOf, listSets, openSet, places } from './sets.ts'

/**
 * Removes all but the newest sets, and the objects that none of these has. Killed on the way, the next run goes on: a set is gone with
 * one rename, and what an object belongs to is asked anew. @throws Damaged before any object is removed, where the list of a set that
 * stays can't be read.
 */
export async function pruneSets(folder: string, keep: number, say: (line: string) => void): Promise<void> {
  const { sets, objects, unfinished } = places(folder)
  const names = await listSets(folder)
  const old = names.slice(0, Math.max(0, names.length - keep))
  for (const name of old) await rename(join(sets, name), join(unfinished, name))
  await syncFolder(sets)
  for (const name of old) await rm(join(unfinished, name), { recursive: true })
  const shelves = ((await readdir(objects).catch(ignoreMissing)) ?? []).toSorted()
  const lists = await Promise.all(names.slice(-keep).map((name) => openFiles(folder, name)))
  let removed = 0
  for (const shelf of shelves) {
    const needed = new Set<string>()
    for (const list of lists) for (const file of await list.upTo(shelf)) needed.add(file)
    for (const file of await readdir(join(objects, shelf))) {
      if (needed.has(`${shelf}/${file}`)) continue
      await rm(join(objects, shelf, file))
      removed++
    }
  }
  say(`Old: ${old.length} backups and ${removed} objects removed.`)
}

/** The files of a set, shelf by shelf, in their order. All of the list is read once before, so that a damaged one removes nothing. */
async function openFiles(folder: string, name: string) {
  const { path, sums } = await openSet(folder, name)
  const sum = sums.get('files.gz')!
  const read = () => linesOf(readStored(join(path, 'files.gz'), sum, { zip: true }))
  let last = ''
  for await (const file of read()) {
    if (promiseOf(file).name <= last) throw new Damaged(`${path}/files.gz is not in order`)
    last = promiseOf(file).name
  }
  const lines = read()
  let ahead = await lines.next()
  return {
    upTo: async (shelf: string): Promise<string[]> => {
      const found: string[] = []
      while (!ahead.done && ahead.value.slice(0, shelf.length) <= shelf) {
        if (ahead.value.startsWith(`${shelf}/`)) found.push(ahead.value)
        ahead = await lines.next()
      }
      return found
    },
  }
}
