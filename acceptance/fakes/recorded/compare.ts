import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One recorded exchange; the README beside this file says what each field holds. */
export interface Line {
  request: string
  request_type?: string
  /** A text where the body was cut. */
  request_body?: object | string
  request_fields?: [name: string, file: string][]
  status: number
  type: string | null
  headers?: Record<string, string>
  body?: unknown
  body_cut?: string
  bytes?: string
}

export interface Answer {
  status: number
  type: string | null
  headers: Headers
  /** The parsed JSON, the text, or undefined for what has no content or is a file. */
  body: unknown
}

export function readLines(file: string): Line[] {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}

/** What differs from one answer to the next of the same server. */
const measured =
  /(_at|_time|time_s|_mb|timestamp|created|ram_total|ram_free|vram_free|vram_total|seed|priority|number)$/
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?:-\d+\b)?/g

/** What belongs to the machine that a server is installed on; adapters do not read it. */
const installed =
  /^(os|argv|python_version|pytorch_version|installed_templates_version|required_\w+|comfy_package_versions|deploy_environment|traceback|current_inputs)$/

/** A prompt's number in the queue. */
const isPlace = /(\.queue_(running|pending)\[\d+\]|\.prompt)\[0\]$/

/** A text without what its server makes up: ids, times, the folders that it is installed in. */
function plain(text: string): string {
  return text
    .replace(uuid, '<id>')
    .replace(/ComfyUI_temp_[a-z]{5}/g, 'ComfyUI_temp_<id>')
    .replace(/video_gen_[0-9a-f]{32}/g, 'video_gen_<id>')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+/g, '<time>')
    .replace(/^\/(?:[\w.-]+\/)+(?=\S*$)/, '<folder>/')
}

/** Compares an answer with the recorded one; gives each difference as `path: recorded, answered`. */
export function differences(line: Line, answer: Answer): string[] {
  const found: string[] = []
  const check = (path: string, recorded: unknown, answered: unknown) => {
    if (recorded !== answered) found.push(`${path}: ${String(recorded)}, answered ${String(answered)}`)
  }
  check('status', line.status, answer.status)
  check('type', line.type, answer.type)
  for (const [name, value] of Object.entries(line.headers ?? {})) check(name, value, answer.headers.get(name))
  if ('body' in line) compare('body', line.body, answer.body, found)
  else if (line.body_cut !== undefined) compareCut(line.body_cut, answer.body, found)
  else if (line.type === null) check('content', undefined, answer.body)
  return found
}

function compare(path: string, recorded: unknown, answered: unknown, found: string[]): void {
  const differ = () =>
    found.push(`${path}: ${JSON.stringify(recorded)}, answered ${JSON.stringify(answered)}`)
  if (Array.isArray(recorded) && Array.isArray(answered)) {
    const [, more] = /^… \((\d+) more\)$/.exec(String(recorded.at(-1))) ?? []
    const kept = more === undefined ? recorded : recorded.slice(0, -1)
    const length = kept.length + Number(more ?? 0)
    if (length !== answered.length)
      return void found.push(`${path}: ${length} items, answered ${answered.length}`)
    kept.forEach((item, at) => compare(`${path}[${at}]`, item, answered[at], found))
  } else if (isObject(recorded) && isObject(answered)) {
    for (const key of new Set([...Object.keys(recorded), ...Object.keys(answered)])) {
      const where = `${path}.${key}`
      if (!(key in answered)) found.push(`${where}: missing`)
      else if (!(key in recorded)) found.push(`${where}: not in the recording`)
      else if (installed.test(key)) {
        if (Array.isArray(recorded[key]) !== Array.isArray(answered[key]))
          found.push(`${where}: another type`)
      } else if (measured.test(key) && typeof recorded[key] === 'number') {
        if (typeof answered[key] !== 'number') found.push(`${where}: no number`)
      } else compare(where, recorded[key], answered[key], found)
    }
  } else if (typeof recorded === 'string' && typeof answered === 'string') {
    if (plain(recorded) !== plain(answered)) differ()
  } else if (recorded !== answered && !isPlace.test(path)) differ()
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Compares the beginning of a long answer: the status that it tells, and the first line of its error. */
function compareCut(cut: string, answered: unknown, found: string[]): void {
  const whole = JSON.stringify(answered)
  for (const [, key, value] of cut.matchAll(
    /"(status|node_type|exception_message)": ("(?:[^"\\]|\\[^n])*)/g,
  )) {
    if (!whole.includes(`"${key}":${value}`)) found.push(`${key}: ${value} is not in ${whole.slice(0, 1000)}`)
  }
}

/** Sends a request and reads what came back, for `differences`. */
export async function exchange(url: string, method: string, path: string, body?: object): Promise<Answer> {
  const isForm = body instanceof FormData
  const response = await fetch(url + path, {
    method,
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    ...(body && !isForm && { headers: { 'content-type': 'application/json' } }),
  })
  const type = response.headers.get('content-type')
  const { status, headers } = response
  if (type?.startsWith('video/')) {
    await response.body?.cancel()
    return { status, type, headers, body: undefined }
  }
  const text = await response.text()
  const parsed: unknown = type?.includes('json') ? JSON.parse(text) : text || undefined
  return { status, type, headers, body: parsed }
}

/** The recorded body of a request; a picture in it, which was cut, is the smallest there is. */
export function requestBody({ request_body }: Line): Record<string, unknown> {
  if (typeof request_body !== 'string') return { ...request_body }
  const cut = request_body.indexOf('data:image')
  return JSON.parse(`${request_body.slice(0, cut)}${smallPicture}"}`) as Record<string, unknown>
}

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const smallPicture = `data:image/png;base64,${png}`
export const pictureFile = new Blob([Buffer.from(png, 'base64')], { type: 'image/png' })
