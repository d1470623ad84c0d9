import type { Json } from '../platform/json.ts'

export interface SettingTables {
  /** Settings that administrators have changed. Without a row, the environment's value is in effect. */
  settings: {
    key: string
    /** `jsonb`: written as JSON text. */
    value: Json
    updated_by: string | null
    updated_at: Date
  }
}

declare module '../platform/db/database.ts' {
  interface Tables extends SettingTables {}
}
