import { EngineError } from '../engines.ts'
import type { ServerClient } from '../server.ts'
import { isObject } from '../gpu-server.ts'
import { errorText, readRecord, refusalOf, type VideoRecord } from './record.ts'

/** A submit carries a picture, and a server that computes answers late. */
const submitWithin_ms = 30_000
/** As much as a list gives at once. */
const page = 100
/** So many pages are searched for a job of ours: our own are deleted when they are stored, so it is among the newest. */
const maxPages = 10

/** The calls of the OpenAI videos API. All throw `EngineError` with code `unavailable` when there is no sensible answer. */
export interface VideosApi {
  find(id: string, signal: AbortSignal): Promise<VideoRecord | undefined>
  /** The newest jobs, the newest first, a hundred at most. */
  list(signal: AbortSignal): Promise<VideoRecord[]>
  /** The oldest job whose record bears this as its model. */
  findByModel(model: string, signal: AbortSignal): Promise<VideoRecord | undefined>
  submit(body: object | FormData, signal: AbortSignal): Promise<VideoRecord | Refusal>
  /** `later`: the server can't just now. */
  remove(id: string, signal: AbortSignal): Promise<'removed' | 'unknown' | 'later'>
}

/** The server took nothing. */
export interface Refusal {
  refusal: EngineError
  /** Whether it may be for the model that the request named. */
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
      // A failed job may come with the status of its error: what it is says the body.
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
        timeout_ms: submitWithin_ms,
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
