import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { constants as osConstants, setPriority } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

/** A program that is missing, failed, or took too long; `stderr` holds the end of its output. */
export class ProcessError extends Error {
  override readonly name = 'ProcessError'
  readonly code: 'missing' | 'failed' | 'timed_out'
  readonly stderr: string

  constructor(
    code: ProcessError['code'],
    message: string,
    options: { stderr?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.stderr = options.stderr ?? ''
  }
}

const STDERR_LIMIT_CHARS = 4_000
const STDOUT_LIMIT_BYTES = 4 * 1024 * 1024

/** Collects the end of a program's stderr, so that a chatty one can't fill the memory. */
export function tailOf(child: ChildProcess): () => string {
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-STDERR_LIMIT_CHARS)
  })
  return () => tail.trim()
}

function searchPath(): string[] {
  // oxlint-disable-next-line node/no-process-env -- PATH belongs to the operating system, not to our configuration
  return (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A program's path: the given one, else the first match on PATH. @throws {ProcessError} `missing` */
export function findProgram(name: string, path?: string): string {
  const candidates = path ? [path] : searchPath().map((folder) => join(folder, name))
  const found = candidates.find(isExecutable)
  if (!found) throw new ProcessError('missing', `${name} was not found${path ? ` at ${path}` : ' on PATH'}.`)
  return found
}

/** The ffprobe beside an ffmpeg, else the first on PATH. */
export function findFfprobe(ffmpegPath?: string): string {
  const neighbour = ffmpegPath ? join(dirname(ffmpegPath), 'ffprobe') : undefined
  return findProgram('ffprobe', neighbour && isExecutable(neighbour) ? neighbour : undefined)
}

/**
 * Runs a program and returns its stdout, at most 4 MiB. Kills it when `signal` aborts (then throws the signal's reason) or
 * after `timeout_ms`. `is_apart` is for what users sent: it gets no environment, and requests come before it. @throws {ProcessError}
 */
export async function run(
  program: string,
  args: string[],
  { signal, timeout_ms, is_apart = false }: { signal: AbortSignal; timeout_ms: number; is_apart?: boolean },
): Promise<string> {
  signal.throwIfAborted()
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(is_apart && { env: {} }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeout_ms)]),
    killSignal: 'SIGKILL',
  })
  if (is_apart) lowerPriority(child)
  const stderr = tailOf(child)
  const chunks: Buffer[] = []
  let size_bytes = 0
  child.stdout.on('data', (chunk: Buffer) => {
    size_bytes += chunk.length
    if (size_bytes > STDOUT_LIMIT_BYTES) child.kill('SIGKILL')
    else chunks.push(chunk)
  })
  const { promise: ended, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('error', reject).once('close', resolve)
  try {
    const code = await ended
    if (code !== 0) throw new ProcessError('failed', `${program} ended with ${code}.`, { stderr: stderr() })
    return Buffer.concat(chunks).toString('utf8')
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof ProcessError) throw cause
    if (isMissing(cause)) throw new ProcessError('missing', `${program} was not found.`, { cause })
    throw new ProcessError('timed_out', `${program} took longer than ${timeout_ms} ms.`, {
      stderr: stderr(),
      cause,
    })
  }
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, osConstants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already.
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EACCES')
}
