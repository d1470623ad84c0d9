import { EngineError } from '../engines.ts'
import type { ServerClient } from '../server.ts'
import { isObject } from '../gpu-server.ts'
import { errorText, readRecord, refusalOf, type VideoRecord } from './record.ts'

/** Longer than for other calls: a submission carries a picture, and a busy server answers late. */
const submitTimeout_ms = 30_000
/** The largest page that the servers return. */
const page = 100
/** Pages to search for a tag. Jobs are deleted once their video is stored, so a living one is among the newest. */
const maxPages = 10

/** The calls of the OpenAI videos API. All throw `EngineError` with code `unavailable` for an unexpected answer, or none. */
export interface VideosApi {
  find(id: string, signal: AbortSignal): Promise<VideoRecord | undefined>
  /** At most 100 jobs, newest first. */
  list(signal: AbortSignal): Promise<VideoRecord[]>
  /** Finds the oldest job with this tag as its model, on the newest page that has one. */
  findByModel(model: string, signal: AbortSignal): Promise<VideoRecord | undefined>
  submit(body: object | FormData, signal: AbortSignal): Promise<VideoRecord | Refusal>
  /** `later`: the server cannot delete the job now (409). */
  remove(id: string, signal: AbortSignal): Promise<'removed' | 'unknown' | 'later'>
}

/** The answer to a submission that the server did not accept: no job was made. */
export interface Refusal {
  refusal: EngineError
  /** Whether the `model` of the request may be the reason. */
  isAboutModel: boolean
}

export function createVideosApi(name: string, client: ServerClient): VideosApi {
  const unexpected = (status: number, path: string): EngineError =>
    new EngineError('unavailable', 'The engine does not answer.', {
      fault: 'engine',
      cause: new Error(`${name}: ${status} for ${path}`),
    })
  const pathOf = (id: string) => `/v1/videos/${encodeURIComponent(id)}`

  async function listPage(signal: AbortSignal, after?: string): Promise<VideoRecord[]> {
    const cursor = after === undefined ? '' : `&after=${encodeURIComponent(after)}`
    const path = `/v1/videos?order=desc&limit=${page}${cursor}`
    const { status, body } = await client.ask(path, { signal })
    if (status !== 200 || !isObject(body) || !Array.isArray(body['data'])) throw unexpected(status, path)
    return body['data'].map(readRecord).filter((record) => record !== undefined)
  }

  return {
    async find(id, signal) {
      const { status, body } = await client.ask(pathOf(id), { signal })
      // A failed job may be answered with the HTTP status of its error, so only the body counts.
      const record = readRecord(body)
      if (record?.id === id) return record
      // A proxy's own 404 says nothing about the job.
      if (status === 404 && isObject(body)) return undefined
      throw unexpected(status, pathOf(id))
    },

    list: (signal) => listPage(signal),

    async findByModel(model, signal) {
      let found: VideoRecord | undefined
      let after: string | undefined
      for (let pages = 0; pages < maxPages; pages++) {
        const records = await listPage(signal, after)
        found = records.findLast((record) => record.model === model) ?? found
        if (records.length < page || found) break
        after = records.at(-1)!.id
      }
      return found
    },

    async submit(body, signal) {
      const answer = await client.ask('/v1/videos', {
        method: 'POST',
        body,
        signal,
        timeout_ms: submitTimeout_ms,
      })
      if (answer.status < 200 || answer.status > 299) {
        const isAboutModel = [400, 404, 422].includes(answer.status) && /model/i.test(errorText(answer.body))
        return { refusal: refusalOf(answer.status, answer.body, name), isAboutModel }
      }
      const record = readRecord(answer.body)
      if (record) return record
      throw new EngineError('engine_error', 'The engine did not take the task.', {
        fault: 'engine',
        retry: false,
        cause: new Error(`${name}: a submit was answered with no job: is this server older than March 2026?`),
      })
    },

    async remove(id, signal) {
      const { status } = await client.ask(pathOf(id), { method: 'DELETE', signal })
      if (status >= 200 && status <= 299) return 'removed'
      if (status === 404) return 'unknown'
      if (status === 409) return 'later'
      throw unexpected(status, pathOf(id))
    },
  }
}
