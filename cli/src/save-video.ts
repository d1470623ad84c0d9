import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { link, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { downloadResult, type Schema } from '@clipwright/client'
import { Failure } from './failure.ts'
import { isCode } from './file-lock.ts'
import type { Run } from './run.ts'

export interface SavedVideo {
  /** Relative to the working directory. */
  file: string
  size_bytes: number
}

/**
 * Makes a file name of the prompt and the task's id: `a-red-balloon-0f3c9a1b.mp4`, or `a-red-balloon-2k-77d1e0c4.mp4` for an
 * enhanced video.
 */
export function videoFileName({
  task_id,
  prompt,
  params,
}: Pick<Schema<'TaskOut'>, 'task_id' | 'prompt' | 'params'>): string {
  const words =
    (prompt ?? '')
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  let slug = ''
  // File systems limit bytes, and an ideograph has three.
  for (const word of words) {
    const longer = slug ? `${slug}-${word}` : word
    if (Buffer.byteLength(longer) > 60) break
    slug = longer
  }
  const parts = [slug || 'video', ...(params.target ? [params.target] : []), task_id.slice(0, 8)]
  return `${parts.join('-')}.mp4`
}

/**
 * Chooses the path of a video: `output`, or `fileName` in it if it is a folder. @throws Failure if the file exists, without
 * `force`.
 */
export async function chooseFile(
  output: string | undefined,
  fileName: string,
  { force = false }: { force?: boolean | undefined },
): Promise<string> {
  const isFolder = output !== undefined && (await stat(output).catch(() => undefined))?.isDirectory()
  const path = isFolder ? join(output, fileName) : (output ?? fileName)
  const folder = await stat(dirname(path)).catch(() => undefined)
  if (!folder?.isDirectory()) throw new Failure(2, 'no_folder', `There is no folder ${dirname(path)}.`)
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) throw new Failure(2, 'is_folder', `${path} is a folder.`)
  if (found && !force) throw taken(path)
  return path
}

/** How the name of an incomplete file begins. */
export function partPrefix(fileName: string): string {
  return `.${fileName.slice(0, 100)}.`
}

/** Downloads a video. The file appears only when it is complete. @throws Failure if `path` exists by then, without `force`. */
export async function saveVideo(
  run: Run,
  task_id: string,
  path: string,
  { force = false }: { force?: boolean | undefined },
): Promise<SavedVideo> {
  const temporary = join(dirname(path), `${partPrefix(basename(path))}${randomUUID()}.part`)
  const download = await openDownload(run, task_id)
  try {
    let size_bytes = 0
    {
      await using file = await open(temporary, 'wx')
      for await (const part of download) {
        await file.write(part)
        size_bytes += part.byteLength
      }
      await file.sync()
    }
    await putInPlace(temporary, path, force)
    return { file: relative('', resolve(path)) || path, size_bytes }
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Streams a video; after a failure, the reader has an incomplete one. */
export async function writeVideo(run: Run, task_id: string, to: NodeJS.WritableStream): Promise<SavedVideo> {
  let size_bytes = 0
  for await (const part of await openDownload(run, task_id)) {
    if (!to.write(part)) await once(to, 'drain', { signal: run.signal })
    size_bytes += part.byteLength
  }
  return { file: '-', size_bytes }
}

/** Downloads a video in chunks and reports the progress. */
async function openDownload(
  { client, report, signal }: Run,
  task_id: string,
): Promise<AsyncIterable<Uint8Array>> {
  const { body, headers } = await downloadResult(client, task_id, { signal })
  const length = Number(headers.get('content-length')) || undefined
  return (async function* () {
    let size_bytes = 0
    let told_percent: number | null = -1
    for await (const part of body ?? []) {
      yield part
      size_bytes += part.byteLength
      const fraction = length ? Math.min(1, size_bytes / length) : null
      const percent = fraction && Math.floor(fraction * 100)
      if (percent !== told_percent)
        report.progress({ label: 'Downloading', fraction }, { task_id, size_bytes })
      told_percent = percent
    }
  })()
}

/** Moves the file into place. Without `force` it uses a link, which fails if the path exists; a rename would replace the file. */
async function putInPlace(temporary: string, path: string, force: boolean): Promise<void> {
  if (force) return rename(temporary, path)
  try {
    await link(temporary, path)
  } catch (error) {
    if (isCode(error, 'EEXIST')) throw taken(path)
    // A file system without links (FAT): the check in `chooseFile` must do.
    await rename(temporary, path)
  }
}

function taken(path: string): Failure {
  return new Failure(1, 'file_exists', `${path} exists already.`, {
    hint: 'Choose another name with --output, or overwrite it with --force.',
  })
}

/** `1.2 MB` */
export function formatSize(size_bytes: number): string {
  if (size_bytes < 1000) return `${size_bytes} bytes`
  return size_bytes < 999_500
    ? `${Math.round(size_bytes / 1000)} kB`
    : `${(size_bytes / 1_000_000).toFixed(1)} MB`
}
