import type { Json } from '../platform/json.ts'

export interface SettingTables {
  /** What administrators changed while the service runs; where there is no row, the environment's value counts. */
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
