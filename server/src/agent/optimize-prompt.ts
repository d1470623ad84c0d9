import { randomUUID } from 'node:crypto'
import type { Answered } from '../platform/http/idempotency-key.ts'
import { optimizeByModel } from './ask-model.ts'
import { type AgentDeps, type Asker, help } from './context.ts'
import { keptPrompts } from './history.ts'
import * as queries from './queries.ts'
import { findLost } from './rules/keep.ts'
import { optimizeByRules } from './rules/optimize.ts'
import { shapeOf } from './rules/shapes.ts'
import type { OptimizePromptRequest, OptimizePromptResponse } from './schemas.ts'

/**
 * Rewrites a prompt for its video model, and stores both in the user's history. A language model's version counts only when
 * quotes, names, numbers and language survive. @throws AppError as `help`.
 */
export function optimizePrompt(
  deps: AgentDeps,
  asker: Asker,
  { prompt, model, language }: OptimizePromptRequest,
): Promise<Answered<OptimizePromptResponse>> {
  const byRules = optimizeByRules(prompt, { model, language })
  const original = { prompt, kept: byRules.preserved, language: byRules.language }
  return help(deps, asker, {
    what: 'optimize',
    reason: 'prompt optimization',
    byModel: (llm, signal) => optimizeByModel(llm, original, shapeOf(model), signal),
    byRules: () => byRules.optimized_prompt,
    finish: async (trx, optimized, { source, cost }) => {
      const prompt_id = randomUUID()
      const { user_id } = asker
      const row = { prompt_id, user_id, original: prompt, optimized, source, model: model ?? null }
      await queries.insert(trx, row, keptPrompts)
      const lost = new Set(findLost(original.kept, optimized))
      return {
        prompt_id,
        optimized_prompt: optimized,
        original_prompt: prompt,
        source,
        language: original.language,
        preserved: original.kept.filter((kept) => !lost.has(kept)),
        cost,
      }
    },
  })
}
