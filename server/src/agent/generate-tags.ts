import { invalid } from '../platform/errors.ts'
import type { Answered } from '../platform/http/idempotency-key.ts'
import { tagsByModel } from './ask-model.ts'
import { type AgentDeps, type Asker, help } from './context.ts'
import { tagsByRules } from './rules/tags.ts'
import type { GenerateTagsRequest, GenerateTagsResponse } from './schemas.ts'

const defaultTags = 8

/** Makes tags for publishing, best first; none for texts without words. @throws ValidationError; AppError as `help`. */
export async function generateTags(
  deps: AgentDeps,
  asker: Asker,
  { prompt, title, max_tags = defaultTags, language }: GenerateTagsRequest,
): Promise<Answered<GenerateTagsResponse>> {
  if (prompt === undefined && title === undefined) throw invalid(['body'], 'Give a prompt, a title, or both')
  const material = { title: title ?? null, prompt: prompt ?? null, max_tags, language: language ?? null }
  return help(deps, asker, {
    what: 'tags',
    reason: 'tag generation',
    byModel: (llm, signal) => tagsByModel(llm, material, signal),
    byRules: () => tagsByRules({ title, prompt }, { max_tags, language }),
    finish: async (_trx, tags, { source, cost }) => ({ tags, source, cost }),
  })
}
