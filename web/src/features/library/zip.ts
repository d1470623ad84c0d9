import { openVideo, type Task } from '../../lib/api.ts'

interface SaveHandle {
  createWritable: () => Promise<WritableStream<Uint8Array>>
}
declare global {
  interface Window {
    showSaveFilePicker?: (options: {
      suggestedName: string
      types: { accept: Record<string, string[]> }[]
    }) => Promise<SaveHandle>
  }
}

/** What a browser that can't write to the disk by itself may hold in memory. */
export const mostInMemory_bytes = 500e6

export const canStream = (): boolean => typeof globalThis.window.showSaveFilePicker === 'function'

export const isDownloadable = (task: Task): boolean => task.download_url !== null

export const bytesOf = (tasks: Task[]): number =>
  tasks.reduce((sum, { media }) => sum + (media?.bytes ?? 0), 0)

/** The first words of a prompt, as a file may be called, and as much of the id as tells them apart. */
export function fileName({ prompt, model, task_id }: Task): string {
  const words = (prompt ?? model)
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
  return `${words || 'video'}-${task_id.slice(0, 8)}.mp4`
}

/**
 * Saves videos as one zip: each is fetched when its turn comes and written on, so that nothing piles up, here or on the server.
 * `onPart` hears which one it is at. False when the person chose no file. @throws what fetching and writing throw.
 */
export async function saveZip(
  tasks: Task[],
  name: string,
  onPart: (index: number) => void,
  signal: AbortSignal,
): Promise<boolean> {
  // The question where to save has to come of the click itself, so before anything else.
  const handle = canStream() ? await askWhere(name) : undefined
  if (handle === null) return false
  const { downloadZip } = await import('client-zip')
  async function* files() {
    for (const [index, task] of tasks.entries()) {
      onPart(index)
      const input = await openVideo(task.task_id, { signal })
      yield { name: fileName(task), input, lastModified: new Date(task.completed_at ?? task.created_at) }
    }
  }
  const zip = downloadZip(files())
  if (handle) {
    await zip.body!.pipeTo(await handle.createWritable(), { signal })
    return true
  }
  const url = URL.createObjectURL(await zip.blob())
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  return true
}

/** Null when the person said no. */
async function askWhere(suggestedName: string): Promise<SaveHandle | null> {
  try {
    const types = [{ accept: { 'application/zip': ['.zip'] } }]
    return await globalThis.window.showSaveFilePicker!({ suggestedName, types })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    throw error
  }
}
