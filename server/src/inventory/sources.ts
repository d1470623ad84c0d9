import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Db } from '../platform/db/database.ts'
import type { KeyRing } from '../platform/secrets/key-ring.ts'
import { ConfigError, Secret } from '../platform/setting.ts'
import { readEnginesFile } from './engines-file.ts'
import { type EnginesContent, type EnginesContext, type EnginesDocument, loadEntries } from './entries.ts'
import * as queries from './queries.ts'
import { openSecret } from './secrets.ts'

/** The one truth about models and engines, which the inventory follows: docs/decisions/0010. */
export interface InventorySource {
  kind: 'file' | 'database'
  /** Changes whenever the content does, and costs little. @throws ConfigError */
  version(): Promise<string>
  /** @throws ConfigError that lists every fault. */
  read(): Promise<EnginesContent>
}

export function fileSource(path: string, context: EnginesContext): InventorySource {
  return {
    kind: 'file',
    version: () => versionOfFile(path),
    read: () => readEnginesFile(path, context),
  }
}

/** A string that changes whenever the file or a graph beside it does. @throws ConfigError when there is no such file. */
async function versionOfFile(file: string): Promise<string> {
  const folder = dirname(file)
  try {
    const graphs = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted()
    const stats = await Promise.all(
      [file, ...graphs.map((name) => join(folder, name))].map((path) => stat(path)),
    )
    return JSON.stringify([graphs, stats.map(({ mtimeMs, size, ino }) => [mtimeMs, size, ino])])
  } catch (error) {
    throw new ConfigError(`ENGINES_FILE: ${(error as Error).message}`)
  }
}

export type Kinds = EnginesContext['kinds']

export function databaseSource(db: Db, ring: KeyRing, kinds: Kinds): InventorySource {
  return {
    kind: 'database',
    version: async () => String(await queries.findNewestVersion(db)),
    read: async () => {
      const stored = (await queries.findNewest(db)) ?? emptyDocument
      return loadDocument(stored.content, kinds, (engine) => {
        const sealed = stored.secrets[engine]
        return sealed === undefined ? undefined : new Secret(openSecret(ring, engine, sealed))
      })
    },
  }
}

/** What counts before anybody has named anything. */
export const emptyDocument: queries.StoredDocument = {
  version: 0,
  content: { models: {}, engines: [] },
  secrets: {},
}

/** Where there is no database yet. */
export const emptySource: InventorySource = {
  kind: 'database',
  version: async () => '0',
  read: async () => ({ document: emptyDocument.content, models: [], prices: [], engines: [] }),
}

/** Checks and loads a document. @throws EnginesError with every fault. */
export function loadDocument(
  document: EnginesDocument,
  kinds: Kinds,
  secretOf: NonNullable<EnginesContext['secretOf']>,
): Promise<EnginesContent> {
  return loadEntries(document, { kinds, variable: () => undefined, secretOf }, document.graphs ?? {})
}
