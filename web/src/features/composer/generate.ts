import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, type Model, type Task, type TaskCreate } from '../../lib/api.ts'
import type { Draft } from './draft.ts'

/** What is sent for a draft, with one of the prompts that it stands for. */
export function toRequest(draft: Draft, prompt: string): TaskCreate {
  const chosen = Object.entries({ ...draft, fields: undefined }).filter(
    ([, value]) => value != null && value !== '',
  )
  return { ...(Object.fromEntries(chosen) as Partial<TaskCreate>), prompt: prompt.trim() }
}

const quietFor_ms = 350

/** All that a price depends on, which is neither the words nor what only one model has. */
const termsOf = (draft: Draft): string =>
  JSON.stringify(
    toRequest(
      { ...draft, negative_prompt: undefined, original_prompt: undefined, parameters: undefined },
      '',
    ),
  )

/**
 * Price and wait of one video of what stands in the form, and what is wrong with it, shortly after the last change. `isOld` while
 * the price is still that of what stood there before.
 */
export function useQuote(draft: Draft, prompt: string) {
  const terms = termsOf(draft)
  const asked = JSON.stringify(toRequest(draft, prompt))
  const [settled, setSettled] = useState(asked)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(asked), quietFor_ms)
    return () => clearTimeout(timer)
  }, [asked])
  const body = JSON.parse(settled) as TaskCreate
  const { data, error, isError } = useQuery({
    queryKey: ['quote', body],
    queryFn: async ({ signal }) => ({
      // Without any words it is asked for some.
      quote: await api.POST('/api/v1/video/quote', { body: { ...body, prompt: body.prompt || '…' }, signal }),
      terms: termsOf(body),
    }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    retry: false,
  })
  return { data: data?.quote, isOld: data?.terms !== terms, error, isError }
}

/** Shows a video in the feed; returns what takes it back. */
export type ShowAtOnce = (client: QueryClient, task: Task) => () => void

/** A video to be made. With a key it was sent before. */
interface Order {
  body: TaskCreate
  key?: string
}

interface Failure extends Required<Order> {
  error: unknown
}

/** What became of the last submission, as far as it did not get through. */
export interface Outcome {
  of: number
  failures: Failure[]
}

/**
 * Submits videos, one request each. They are in the feed before the server has answered, and those that it refuses are taken out
 * again. Each request that fails is repeated with its key, so that what arrived after all is not paid twice.
 */
export function useGenerate(showAtOnce: ShowAtOnce) {
  const client = useQueryClient()
  const keys = useRef(new Map<string, string>())
  const [isSending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>({ of: 0, failures: [] })

  const sendOne = async ({ body, key }: Required<Order>): Promise<Failure[]> => {
    try {
      await api.POST('/api/v1/video/generate', { body, params: { header: { 'Idempotency-Key': key } } })
      for (const [name, known] of keys.current) if (known === key) keys.current.delete(name)
      return []
    } catch (error) {
      return [{ body, key, error }]
    }
  }

  /** Resolves to whether all of them were accepted. */
  const send = async (orders: readonly Order[], model: Model | undefined): Promise<boolean> => {
    setSending(true)
    setOutcome({ of: orders.length, failures: [] })
    const takeBack = orders
      .toReversed()
      .map(({ body }) => showAtOnce(client, expected(body, model)))
      .toReversed()
    const failures: Failure[] = []
    // One after the other, so that they stand in their order; what is the same is told apart by how often it came.
    const count = new Map<string, number>()
    for (const [index, order] of orders.entries()) {
      const text = JSON.stringify(order.body)
      const nth = (count.get(text) ?? 0) + 1
      count.set(text, nth)
      const name = `${nth} ${text}`
      const key = order.key ?? keys.current.get(name) ?? crypto.randomUUID()
      if (!order.key) keys.current.set(name, key)
      const failed = await sendOne({ body: order.body, key })
      if (failed.length > 0) takeBack[index]!()
      failures.push(...failed)
    }
    setOutcome({ of: orders.length, failures })
    setSending(false)
    if (failures.length < orders.length) await client.invalidateQueries({ queryKey: ['videos'] })
    for (const each of takeBack) each()
    for (const what of ['me', 'prompts']) void client.invalidateQueries({ queryKey: [what] })
    return failures.length === 0
  }
  const forget = (): void => setOutcome((known) => (known.of === 0 ? known : { of: 0, failures: [] }))
  return { send, isSending, outcome, forget }
}

/** What the feed shows until the server has answered. */
function expected(body: TaskCreate, model: Model | undefined): Task {
  const now = new Date().toISOString()
  const size = model?.sizes.find(
    ({ resolution, aspect_ratio }) =>
      resolution === (body.resolution ?? resolution) && aspect_ratio === (body.aspect_ratio ?? aspect_ratio),
  )
  return {
    task_id: `new-${crypto.randomUUID()}`,
    model: model?.model ?? '',
    status: 'queued',
    progress: null,
    prompt: body.prompt,
    original_prompt: null,
    negative_prompt: null,
    params: {
      mode: 'text-to-video',
      duration_seconds: body.duration_seconds ?? 5,
      resolution: size?.resolution ?? '',
      aspect_ratio: size?.aspect_ratio ?? '16:9',
      width_px: size?.width_px ?? 832,
      height_px: size?.height_px ?? 480,
      fps: model?.fps ?? 16,
      frames: 0,
      seed: body.seed ?? 0,
      steps: null,
      guidance: null,
      parameters: { ...body.parameters },
      image_key: null,
      last_image_key: null,
      audio_key: null,
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
