import { ApiError, type Client, type Schema, waitForTask, WaitTimeoutError } from '@clipwright/client'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { type Static, Type } from 'typebox'
import { toCredits } from './money.ts'
import { toRefusal } from './refusal.ts'
import type { ToolContext } from './tool.ts'

type Task = Schema<'TaskOut'>

const nullable = <T extends ReturnType<typeof Type.String | typeof Type.Number>>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] })

/** What tools tell of a video. */
export const Video = Type.Object({
  task_id: Type.String(),
  status: Type.Unsafe<Task['status']>({ type: 'string', enum: ['queued', 'running', 'completed', 'failed'] }),
  progress: nullable(Type.Number({ description: 'From 0 to 1, while it runs.' })),
  model: Type.String(),
  prompt: nullable(Type.String()),
  duration_seconds: Type.Number(),
  size: Type.String({ description: 'Width and height in pixels.' }),
  seed: Type.Number(),
  cost_credits: Type.Number({
    description: 'Held while it waits and runs, charged when it is done, back when it fails.',
  }),
  created_at: Type.String(),
  position: nullable(Type.Number({ description: 'Its place in the queue, while it waits.' })),
  estimated_seconds: nullable(
    Type.Number({ description: 'About how long until it begins, while it waits.' }),
  ),
  error: nullable(Type.String({ description: 'Why it failed.' })),
  page_url: Type.String({ description: 'For people, who sign in there.' }),
  video_url: nullable(
    Type.String({ description: 'The mp4; whoever has this address may fetch it, for 24 hours.' }),
  ),
})
export type Video = Static<typeof Video>

export function toVideo(
  client: Pick<Client, 'base_url'>,
  task: Task,
  video_url: string | null = null,
): Video {
  const { task_id, status, progress, model, prompt, params, cost, created_at, queue, error } = task
  return {
    task_id,
    status,
    progress,
    model,
    prompt,
    duration_seconds: params.duration_seconds,
    size: `${params.width_px}x${params.height_px}`,
    seed: params.seed,
    cost_credits: toCredits(cost),
    created_at,
    position: queue?.position ?? null,
    estimated_seconds: queue?.estimated_seconds ?? null,
    error: error === null ? null : `${error.code}: ${error.message}`,
    page_url: `${client.base_url}/v/${task_id}`,
    video_url,
  }
}

/** How long to wait for a video within one call. Callers often give up after a minute. */
export const WaitSeconds = (usual: number) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1800,
      default: usual,
      description: `How long to wait for the end, in seconds; 0 not at all. It goes on afterwards. Default ${usual}.`,
    }),
  )

/**
 * Waits for the end of a task and tells of it: a link to the video and its picture once it is done, else how it stands. A caller
 * who leaves stops the waiting and not the task.
 */
export async function tellVideo(
  task_id: string,
  wait_seconds: number,
  { client, signal, report }: ToolContext,
): Promise<CallToolResult> {
  const task =
    wait_seconds === 0
      ? await client.GET('/api/v1/tasks/{task_id}', { params: { path: { task_id } }, signal })
      : await waitForTask(client, task_id, {
          signal,
          timeout_ms: wait_seconds * 1000,
          on_change: (now) =>
            void report(now.status === 'completed' ? 1 : (now.progress ?? 0) * 0.99, stateOf(now)),
        }).catch((error: unknown) => {
          if (error instanceof WaitTimeoutError && error.task) return error.task
          throw error
        })
  const video = toVideo(
    client,
    task,
    task.status === 'completed' ? await linkTo(client, task_id, signal) : null,
  )
  const text = { type: 'text', text: `${describe(task)}\n${JSON.stringify(video)}` } as const
  return {
    content: [
      text,
      ...(video.video_url === null ? [] : await picturesOf(client, task, video.video_url, signal)),
    ],
    structuredContent: video,
    ...(task.status === 'failed' && { isError: true }),
  }
}

/** The same for what was just submitted: whatever keeps it from being told, its id is, so that nobody submits it again. */
export async function tellSubmitted(
  task_id: string,
  wait_seconds: number,
  context: ToolContext,
): Promise<CallToolResult> {
  return tellVideo(task_id, wait_seconds, context).catch((error: unknown) => {
    const refusal = toRefusal(error)
    if (!refusal) throw error
    const text = `The video ${task_id} is submitted; do not submit it again. How it stands can't be told: ${refusal.message}`
    return { content: [{ type: 'text', text }], isError: true }
  })
}

/** How it stands, in a few words. */
function stateOf({ status, progress, queue }: Task): string {
  switch (status) {
    case 'queued':
      return queue === null ? 'waiting' : `waiting at place ${queue.position}`
    case 'running':
      return `being made, ${Math.min(99, Math.floor((progress ?? 0) * 100))} %`
    case 'completed':
    case 'failed':
      return status
  }
}

/** A sentence about it, with what to do next. */
function describe(task: Task): string {
  const { task_id, status, error } = task
  if (status === 'completed') return `The video ${task_id} is done.`
  if (status === 'failed')
    return `The video ${task_id} failed, and its credits are back: ${error?.message ?? 'no reason was given'}`
  return `The video ${task_id} is ${stateOf(task)}. Ask task_status for it later.`
}

/** An address that anyone may fetch; for an old video of another system the one that takes a key. */
async function linkTo(client: Client, task_id: string, signal: AbortSignal): Promise<string | null> {
  const path = `/api/v1/result/${encodeURIComponent(task_id)}`
  try {
    const answer = await client.open(path, { signal })
    await answer.body?.cancel()
    const location = answer.headers.get('location')
    return location === null ? client.base_url + path : new URL(location, client.base_url).href
  } catch (error) {
    if (error instanceof ApiError && error.status === 410) return null // it is not kept any more
    throw error
  }
}

async function picturesOf(client: Client, task: Task, uri: string, signal: AbortSignal) {
  const { task_id, prompt, media } = task
  const link = {
    type: 'resource_link',
    uri,
    name: `clipwright-${task_id}.mp4`,
    mimeType: 'video/mp4',
    ...(prompt !== null && { description: prompt }),
    ...(media && { size: media.bytes }),
  } as const
  if (!media?.poster_url) return [link]
  // The picture itself: a model that is shown the link alone has seen nothing.
  const path = `/openai/v1/videos/${encodeURIComponent(task_id)}/content?variant=thumbnail`
  const poster = await client.open(path, { signal })
  const data = Buffer.from(await poster.arrayBuffer()).toString('base64')
  return [link, { type: 'image', data, mimeType: 'image/webp' } as const]
}
