import type { IncomingMessage, ServerResponse } from 'node:http'
import { enlarge, sourceOf } from './enlarge.ts'
import { encode, filmOf, soundOf } from './film.ts'
import type { Prompt, SavedFile } from './queue.ts'
import type { Graph } from './validate.ts'
import type { Encoding, Switches } from './switches.ts'

const contentTypes: Record<string, string> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
  webp: 'image/webp',
  gif: 'image/gif',
}

export interface Files {
  /** The names of uploaded files, with their folder. */
  uploads: string[]
  /** Writes the file of a save node and gives what the node puts out. */
  save(prompt: Prompt, node: string): Record<string, unknown>
  upload(request: IncomingMessage, bytes: Buffer): Promise<{ status: number; body: unknown }>
  view(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** When nothing is being written any more. */
  settled(): Promise<unknown>
}

/** The server's disk: nothing on it is ever deleted, and a taken name gets the next number. */
export function createFiles(switches: Switches): Files {
  const files = new Map<string, Promise<Buffer>>()
  const uploads: string[] = []
  const inputs = new Map<string, Buffer>()

  const save: Files['save'] = ({ graph }, node) => {
    const { class_type, inputs: given = {} } = graph[node]!
    if (class_type === 'PreviewImage') return previewsOf(graph, node)
    const path = String(given['filename_prefix'])
    const cut = path.lastIndexOf('/')
    const [subfolder, prefix] = [path.slice(0, Math.max(cut, 0)), path.slice(cut + 1)]
    const isVhs = class_type === 'VHS_VideoCombine'
    const type = switches.saves_temp || given['save_output'] === false ? 'temp' : 'output'
    let count = 1
    const encoding = encodingOf(class_type, given) ?? switches.encoding
    const stem = () => `${prefix}_${String(count).padStart(5, '0')}${isVhs ? '' : '_'}`
    const nameOf = () => `${stem()}.${encoding.extension}`
    while (files.has(keyOf({ filename: nameOf(), subfolder, type }))) count++
    const file = { filename: nameOf(), subfolder, type }
    const source = inputs.get(sourceOf(graph, node) ?? '')
    const bytes = source
      ? enlarge(source, graph, node)
      : encode(filmOf(graph, node), graph, encoding, inputs.get(soundOf(graph, node) ?? ''))
    bytes.catch(() => {}) // whoever fetches it hears of it
    files.set(keyOf(file), bytes)
    if (!isVhs) return { images: [file], animated: [true] }
    const workflow = `${stem()}.png`
    const fullpath = `/comfy/${type}/${file.filename}`
    return {
      gifs: [{ ...file, format: 'video/h264-mp4', frame_rate: given['frame_rate'], workflow, fullpath }],
    }
  }
  const upload: Files['upload'] = async (request, bytes) => {
    if (switches.upload_status) return { status: switches.upload_status, body: '' }
    const type = request.headers['content-type'] ?? ''
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
    const image = form.get('image')
    if (!image || typeof image === 'string') return { status: 400, body: '' }
    const folder = form.get('subfolder')
    const subfolder = typeof folder === 'string' ? folder : ''
    const name = switches.renames_uploads ? image.name.replace('.', ' (1).') : image.name
    const path = subfolder ? `${subfolder}/${name}` : name
    uploads.push(path)
    inputs.set(path, Buffer.from(await image.arrayBuffer()))
    return { status: 200, body: { name, subfolder, type: 'input' } }
  }

  const view: Files['view'] = async (request, response) => {
    const query = new URL(request.url ?? '', 'http://fake').searchParams
    const named = (name: string) => query.get(name) ?? ''
    const key = keyOf({
      filename: named('filename'),
      subfolder: named('subfolder'),
      type: named('type') || 'output',
    })
    const bytes = await files.get(key)
    if (!bytes) return void response.writeHead(404).end()
    const disposition = `filename="${named('filename')}"`
    const headers = {
      'content-type': contentTypes[named('filename').split('.').at(-1)!] ?? 'application/octet-stream',
      'content-disposition': disposition,
      'accept-ranges': 'bytes',
    }
    response.writeHead(200, { ...headers, 'content-length': bytes.length })
    if (switches.sends_part === null) return void response.end(bytes)
    response.write(bytes.subarray(0, Math.floor(bytes.length * switches.sends_part)), () =>
      response.destroy(),
    )
  }

  return { uploads, save, upload, view, settled: () => Promise.allSettled(files.values()) }
}

/** What a preview puts out: a picture for each frame, which nobody fetches. */
function previewsOf(graph: Graph, node: string): Record<string, unknown> {
  const { frames } = filmOf(graph, node)
  const nameOf = (at: number) => `ComfyUI_temp_abcde_${String(at + 1).padStart(5, '0')}_.png`
  const images = Array.from({ length: frames }, (_, at) => ({
    filename: nameOf(at),
    subfolder: '',
    type: 'temp',
  }))
  return { images }
}

/** What a node that is made for one kind of file writes. */
function encodingOf(
  class_type: string | undefined,
  { codec, format }: Record<string, unknown>,
): Encoding | undefined {
  const picture = ['-loop', '0']
  if (class_type === 'SaveAnimatedWEBP') return { extension: 'webp', args: picture }
  if (class_type === 'VHS_VideoCombine' && format === 'image/gif') return { extension: 'gif', args: picture }
  if (class_type !== 'SaveWEBM') return undefined
  return codec === 'av1'
    ? {
        extension: 'webm',
        args: ['-c:v', 'libaom-av1', '-usage', 'realtime', '-cpu-used', '8', '-pix_fmt', 'yuv420p10le'],
      }
    : { extension: 'webm', args: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-crf', '32', '-b:v', '0'] }
}

function keyOf({ filename, subfolder, type }: SavedFile): string {
  return `${type}/${subfolder}/${filename}`
}
