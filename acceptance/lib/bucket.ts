import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

// An S3 server for a product under test: OpenStack Swift, as the tests of the server start it. We look at what it holds
// through its own API and not through S3, past the line that we cut.

const program = join(import.meta.dirname, '../../server/src/testing/neighbours/swift/swift_server.py')
const python = process.env['TEST_SWIFT_PYTHON'] || '/usr/bin/python3'
const startWithin_ms = 120_000
const user = 'test:tester'
const secret = 'secret-of-tests'
const bucket = 'videos-of-tests'

export interface Bucket extends AsyncDisposable {
  port: number
  /** Settings that make a product store there, for a server reached under `endpoint`. */
  settings(endpoint: string): Record<string, string>
  /** Lets pages of this origin read and write what they have links to, as the CORS rules in docs/storage.md do; or none. */
  allow(origin: string | undefined): Promise<void>
  /** Every object: its key, its content's hash, and when it was last written. */
  list(): Promise<StoredObject[]>
}

export interface StoredObject {
  key: string
  hash: string
  written_at: string
  size_bytes: number
}

export async function openBucket(): Promise<Bucket> {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-bucket-'))
  // Its standard input is its leash: however we end, it ends as well and takes its folder with it.
  const child = spawn(python, [program, folder, secret], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const timer = setTimeout(() => child.kill(), startWithin_ms)
  const lines = createInterface({ input: child.stdout })
  const [line] = (await Promise.race([once(lines, 'line'), ended.then(() => [''])])) as [string]
  clearTimeout(timer)
  const port = Number(line)
  if (!port) throw new Error('Swift did not start: is python3-swift installed?')

  const call = async (
    method: string,
    path: string,
    headers: Record<string, string> = {},
  ): Promise<Response> => {
    const login = await fetch(`http://127.0.0.1:${port}/auth/v1.0`, {
      headers: { 'x-auth-user': user, 'x-auth-key': secret },
    })
    const token = login.headers.get('x-auth-token') ?? ''
    const url = `${login.headers.get('x-storage-url')}/${bucket}${path}`
    const response = await fetch(url, { method, headers: { ...headers, 'x-auth-token': token } })
    if (!response.ok) throw new Error(`${method} ${url}: ${response.status}`)
    return response
  }
  await call('PUT', '')
  return {
    port,
    settings: (endpoint) => ({
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: user,
      S3_SECRET_ACCESS_KEY: secret,
    }),
    allow: async (origin = '') => {
      await call('POST', '', { 'x-container-meta-access-control-allow-origin': origin })
    },
    list: async () => {
      const objects: StoredObject[] = []
      for (;;) {
        const marker = encodeURIComponent(objects.at(-1)?.key ?? '')
        const page = (await (await call('GET', `?format=json&marker=${marker}`)).json()) as {
          name: string
          hash: string
          last_modified: string
          bytes: number
        }[]
        if (page.length === 0) return objects
        for (const { name, hash, last_modified, bytes } of page)
          objects.push({ key: name, hash, written_at: last_modified, size_bytes: bytes })
      }
    },
    [Symbol.asyncDispose]: async () => {
      child.stdin.end()
      await ended
    },
  }
}
