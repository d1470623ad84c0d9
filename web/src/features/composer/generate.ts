import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, type Model, type Task, type TaskCreate } from '../../lib/api.ts'
import type { Draft } from './draft.ts'

export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: async ({ signal }) => (await api.GET('/api/v1/models', { signal })).items,
  staleTime: 60_000,
})

export function toRequest(draft: Draft): TaskCreate {
  const { prompt, ...rest } = draft
  const chosen = Object.entries(rest).filter(([, value]) => value !== undefined && value !== '')
  return { prompt: prompt.trim(), ...(Object.fromEntries(chosen) as Partial<TaskCreate>) }
}

const quietFor_ms = 350

/** Price and wait of what stands in the form, and what is wrong with it, shortly after the last change. */
export function useQuote(draft: Draft) {
  const [settled, setSettled] = useState(draft)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(draft), quietFor_ms)
    return () => clearTimeout(timer)
  }, [draft])
  const body = toRequest(settled)
  return useQuery({
    queryKey: ['quote', body],
    // The price does not depend on the words: without any it is asked for some.
    queryFn: ({ signal }) =>
      api.POST('/api/v1/video/quote', { body: { ...body, prompt: body.prompt || '…' }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    retry: false,
  })
}

/** Shows a video in the feed; returns what takes it back. */
export type ShowAtOnce = (client: QueryClient, task: Task) => () => void

/** Submits a draft. Its video is in the feed before the server has answered, and is taken out again when it says no. */
export function useGenerate(showAtOnce: ShowAtOnce) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ draft, key }: { draft: Draft; key: string; model: Model | undefined }) =>
      api.POST('/api/v1/video/generate', {
        body: toRequest(draft),
        params: { header: { 'Idempotency-Key': key } },
      }),
    onMutate: ({ draft, key, model }) => ({ takeBack: showAtOnce(client, expected(draft, key, model)) }),
    onError: (_error, _variables, context) => context?.takeBack(),
    onSuccess: async (_answer, _variables, { takeBack }) => {
      await client.invalidateQueries({ queryKey: ['videos'] })
      takeBack()
      void client.invalidateQueries({ queryKey: ['me'] })
    },
  })
}

/** What the feed shows until the server has answered. */
function expected(draft: Draft, key: string, model: Model | undefined): Task {
  const now = new Date().toISOString()
  const size = model?.sizes.find(
    ({ resolution, aspect_ratio }) =>
      resolution === (draft.resolution ?? resolution) &&
      aspect_ratio === (draft.aspect_ratio ?? aspect_ratio),
  )
  return {
    task_id: `new-${key}`,
    model: model?.model ?? '',
    status: 'queued',
    progress: null,
    prompt: draft.prompt,
    original_prompt: null,
    negative_prompt: null,
    params: {
      mode: 'text-to-video',
      duration_seconds: draft.duration_seconds ?? 5,
      resolution: size?.resolution ?? '',
      aspect_ratio: size?.aspect_ratio ?? '16:9',
      width_px: size?.width_px ?? 832,
      height_px: size?.height_px ?? 480,
      fps: model?.fps ?? 16,
      frames: 0,
      seed: draft.seed ?? 0,
      steps: null,
      guidance: null,
      image_key: null,
      last_image_key: null,
      target: null,
      upscaler: null,
    },
    parent_task_id: null,
    enhance_task_id: null,
    result_url: null,
    download_url: null,
    media: null,
    error: null,
    cost: 0,
    cost_status: 'held',
    priority: 0,
    queue: null,
    created_at: now,
    started_at: null,
    completed_at: null,
    updated_at: now,
  }
}
