import { sql } from 'kysely'
import { storedArchives } from '../archive/archive.ts'
import { storedAvatars } from '../accounts/accounts.ts'
import type { Db } from '../platform/db/database.ts'
import { countLegacyResults, type StoredObject, storedObjects } from '../tasks/tasks.ts'
import { storedUploads } from '../uploads/uploads.ts'

// Which objects the database names: all that an installation needs back.

const named = sql<StoredObject>`(
  ${storedObjects}
  union all select object_key, null, true from (${storedAvatars}) as avatar
  union all select object_key, null, true from (${storedUploads}) as upload
  union all select object_key, null, true from (${storedArchives}) as archive)`

export interface NamedObject extends StoredObject {
  /** Hex; what a backup calls it. It tells neither the key nor the content to whoever does not know them. */
  name: string
}

/**
 * SQL: each object with its name in a backup, in the order of names. A key has one content for ever, so that its name is its
 * content's; of videos the row knows the hash as well. Objects sealed for others have other names.
 */
const withNames = (sealed_for: string) => sql<NamedObject>`
  select encode(sha256(convert_to(concat_ws(E'\n', object_key, coalesce(sha256, ''), ${sql.lit(sealed_for)}), 'UTF8')), 'hex')
           collate "C" as name, object_key, coalesce(sha256, '') as sha256, is_certain
    from ${named} as named order by 1`

/** `COPY … TO STDOUT` of `name, object_key, sha256, is_certain`. */
export function copyOfNames(db: Db, sealed_for: string): string {
  return `copy (${withNames(sealed_for).compile(db).sql}) to stdout`
}

/** Those of these keys that the database names now. */
export async function findNamed(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { rows } = await sql<{ object_key: string }>`
    select object_key from ${named} as named where object_key = any(${keys})`.execute(db)
  return new Set(rows.map(({ object_key }) => object_key))
}

export async function countLegacy(db: Db): Promise<number> {
  const { rows } = await countLegacyResults.execute(db)
  return rows[0]!.videos
}
