import { sql } from 'kysely'
import { extraKinds, extras } from './object-keys.ts'

/** An object that a row names. */
export interface StoredObject {
  object_key: string
  /** Of its bytes, where the row knows it. */
  sha256: string | null
  /** False where the row does not tell whether there is one: videos of old versions may have pictures. */
  is_certain: boolean
}

const ofTask = (folder: string, extension: string) =>
  sql`${sql.lit(`${folder}/`)} || task_id || ${sql.lit(`.${extension}`)}`

/** SQL: the objects of all tasks that have a video here. One that another system made is a file elsewhere. */
export const storedObjects = sql<StoredObject>`
  select object.object_key, object.sha256, task.media is not null or object.object_key = task.result_key as is_certain
    from tasks as task
   cross join lateral (values
     (task.result_key, task.media ->> 'sha256', true),
     (${ofTask('provenance', 'json')}, null, true),
     ${sql.join(
       extraKinds.map(
         (kind) => sql`(${ofTask(extras[kind].folder, extras[kind].extension)}, null,
           coalesce(task.media ->> ${sql.lit(kind)}, 'null') not in ('false', 'null') or task.media is null)`,
       ),
     )}
   ) as object (object_key, sha256, is_there)
   where task.result_key like 'videos/%' and object.is_there`

/** SQL: how many videos another system made. */
export const countLegacyResults = sql<{ videos: number }>`
  select count(*) as videos from tasks where result_key is not null and result_key not like 'videos/%'`
