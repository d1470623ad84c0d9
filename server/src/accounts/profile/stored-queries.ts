import { sql } from 'kysely'

/** SQL: the avatars that are stored. */
export const storedAvatars = sql<{ object_key: string }>`
  select avatar_object as object_key from users where avatar_object is not null`
