import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { type Draft, changeDraft, currentDraft } from './draft.ts'

/** What an improved prompt costs, so that it is said before. */
export const helpersQuery = queryOptions({
  queryKey: ['prompt-helpers'],
  queryFn: ({ signal }) => api.GET('/api/v1/agent', { signal }),
  staleTime: 300_000,
})

const page_size = 30
type Next = { page: number; page_size: number; total: number }
const getNextPageParam = (last: Next): number | undefined =>
  last.page * last.page_size < last.total ? last.page + 1 : undefined

/** Prompts of the user's videos, each once, that have all these words. */
export const usedPromptsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['prompts', 'used', q],
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      api.GET('/api/v1/me/prompts/used', { params: { query: { page, page_size, ...(q && { q }) } }, signal }),
    getNextPageParam,
  })

export const starredPromptsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['prompts', 'starred', q],
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      api.GET('/api/v1/me/prompts/starred', {
        params: { query: { page, page_size, ...(q && { q }) } },
        signal,
      }),
    getNextPageParam,
  })

/** Stars a prompt, or takes its star. */
export function useStar() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ prompt, starred_id }: { prompt: string; starred_id: string | null }) => {
      if (starred_id === null) await api.POST('/api/v1/me/prompts/starred', { body: { prompt } })
      else await api.DELETE('/api/v1/me/prompts/starred/{starred_id}', { params: { path: { starred_id } } })
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['prompts'] }),
  })
}

/** Rewrites a prompt for its video model. The key makes a repeated call harmless. */
export const useImprove = () =>
  useMutation({
    mutationFn: ({ prompt, model, key }: { prompt: string; model: string | undefined; key: string }) =>
      api.POST('/api/v1/agent/optimize-prompt', {
        body: { prompt, ...(model !== undefined && { model }) },
        params: { header: { 'Idempotency-Key': key } },
      }),
  })

/** Puts another prompt into the form; what was typed into the fields of a template stays. */
export const takePrompt = (prompt: string): void => changeDraft({ prompt, original_prompt: undefined })

/** Puts an improved prompt into the form, which remembers the words that it was made from. */
export function acceptImproved(improved: string): void {
  const { prompt, original_prompt }: Draft = currentDraft()
  changeDraft({ prompt: improved, original_prompt: original_prompt ?? prompt })
}

/** Back to one's own words. */
export function undoImproved(): void {
  const { original_prompt } = currentDraft()
  if (original_prompt) changeDraft({ prompt: original_prompt, original_prompt: undefined })
}
