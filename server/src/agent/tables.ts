import type { Generated } from 'kysely'

export interface AgentTables {
  /** Optimised prompts; the newest of each user are kept. */
  prompts: {
    prompt_id: string
    user_id: string
    original: string
    optimized: string
    source: 'model' | 'rules'
    /** The video model, as the caller named it. */
    model: string | null
    created_at: Generated<Date>
  }
  /** Prompts that users keep to use again; each of a user once. */
  starred_prompts: {
    starred_id: string
    user_id: string
    prompt: string
    created_at: Generated<Date>
  }
}

declare module '../platform/db/database.ts' {
  interface Tables extends AgentTables {}
}
