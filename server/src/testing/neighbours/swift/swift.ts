import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Account } from '../../../storage/s3-client.ts'
import { patience_ms } from '../../until.ts'

// A real S3 server for tests: OpenStack Swift of the distribution, as a process that ends with this one.

const secret = 'secret-of-tests'
const region = 'us-east-1'

/** Debian's, whose modules other Pythons on the PATH do not see. `npm test` installs what it lacks. */
const python = process.env['TEST_SWIFT_PYTHON'] || '/usr/bin/python3'

interface Swift {
  endpoint: string
  stop(): Promise<void>
}

/** One for each process that runs tests: the first who asks starts it, the end of the test file stops it. */
let server: Promise<Swift> | undefined

after(async () => (await server)?.stop())

async function start(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-swift-'))
  const args = [join(import.meta.dirname, 'swift_server.py'), folder, secret]
  // Its standard input is the leash: however this process ends, it ends as well and takes its folder with it.
  const child = spawn(python, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  return {
    endpoint: `http://127.0.0.1:${await portOf(child)}`,
    stop: async () => {
      child.stdin.end()
      await ended
    },
  }
}

async function portOf(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout! })
  const timer = setTimeout(() => child.kill(), patience_ms)
  try {
    for await (const line of lines) return line
    throw new Error('Swift did not start: is python3-swift installed?')
  } finally {
    clearTimeout(timer)
  }
}

/** A new bucket on the server, and what opens it. */
export async function createSwiftBucket(): Promise<S3Account & { endpoint: string }> {
  const { endpoint } = await (server ??= start())
  const account = {
    bucket: `test-${crypto.randomUUID()}`,
    endpoint,
    region,
    access_key_id: 'test:tester',
    secret_access_key: secret,
    force_path_style: true,
  }
  const client = swiftClient(account)
  await client.send(new CreateBucketCommand({ Bucket: account.bucket }))
  client.destroy()
  return account
}

/** For looking at a bucket past the storage under test. */
export function swiftClient({ endpoint, access_key_id, secret_access_key }: S3Account): S3Client {
  return new S3Client({
    region,
    endpoint: endpoint!,
    forcePathStyle: true,
    credentials: { accessKeyId: access_key_id, secretAccessKey: secret_access_key },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}
