import type { Generated } from 'kysely'

export interface AgentTables {
  /** What a user has had optimised; the newest of each user are kept. */
  prompts: {
    prompt_id: string
    user_id: string
    original: string
    optimized: string
    source: 'model' | 'rules'
    /** The video model that it was written for, as the caller named it. */
    model: string | null
    created_at: Generated<Date>
  }
}

declare module '../platform/db/database.ts' {
  interface Tables extends AgentTables {}
}
