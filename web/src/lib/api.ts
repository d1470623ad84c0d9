import { ApiError, createClient, NetworkError, type Schema } from '@clipwright/client'

/** Where the service is: an origin, or a path of one. Without a slash at its end. */
export const base_url = new URL('.', document.baseURI).href.replace(/\/$/, '')

/** Credentials travel in the session cookie, which no script can read. */
export const api = createClient({ base_url })

/** The address of what the API names by a path: pictures, clips, files. */
export const urlOf = (path: string): string => (path.startsWith('/') ? base_url + path : path)

/** Where the video itself is, for as long as the session lasts. */
export const resultUrl = (task_id: string): string => `${base_url}/api/v1/result/${task_id}`

/** Opens a video for reading: where it is stored or, where the rules of the storage let no page read it, through the server. */
export async function openVideo(
  task_id: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Response> {
  const direct = await fetch(resultUrl(task_id), { signal: signal ?? null }).catch(() => undefined)
  signal?.throwIfAborted()
  const response = direct ?? (await fetch(`${resultUrl(task_id)}?redirect=false`, { signal: signal ?? null }))
  if (!response.ok) throw new ApiError(response, await response.text())
  return response
}
/** What a running video looks like by now; null while its engine has sent nothing. */
export async function openLivePicture(task_id: string, signal: AbortSignal): Promise<Blob | null> {
  const answer = await api.open(`/api/v1/tasks/${encodeURIComponent(task_id)}/live`, { signal })
  return answer.status === 200 ? answer.blob() : null
}

export const docs_url = `${base_url}/docs`
export const guide_url = `${base_url}/guide/`

export type Task = Schema<'TaskOut'>
export type User = Schema<'UserOut'>
export type Model = Schema<'ModelOut'>
export type Quote = Schema<'QuoteOut'>
export type TaskCreate = Schema<'TaskCreate'>

/** What the server says of a failed request, by field; `''` holds what belongs to none. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (error instanceof ApiError && error.problems.length > 0)
    return Object.fromEntries(error.problems.map(({ loc, msg }) => [String(loc.at(-1) ?? ''), msg]))
  return {}
}

export function isStatus(error: unknown, ...statuses: number[]): error is ApiError {
  return error instanceof ApiError && statuses.includes(error.status)
}

/** Whether an administrator has to sign in with a second factor first. */
export function needsSecondFactor(error: unknown): boolean {
  return isStatus(error, 403) && error.code === 'mfa_required'
}

export { ApiError, NetworkError }
