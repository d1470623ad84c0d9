import { sql } from 'kysely'
import { picture, sound } from './kinds.ts'

/** SQL: the checked pictures and sounds that are stored. What is not checked yet may never have come. */
export const storedUploads = sql<{ object_key: string }>`
  select 'inputs/' || user_id || '/' || upload_id || case kind
           when 'sound' then ${sql.lit(`.${sound.stored.extension}`)} else ${sql.lit(`.${picture.stored.extension}`)} end as object_key
    from uploads where coalesce(width_px, duration_ms) is not null`
