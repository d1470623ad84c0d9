import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

// Records the node classes of a real ComfyUI, which need neither weights nor a GPU:
//   node acceptance/fakes/recorded/record-nodes.ts http://127.0.0.1:8188

interface Inputs {
  required?: Record<string, unknown[]>
  optional?: Record<string, unknown[]>
}
interface NodeClass {
  input: Inputs
  output: string[]
  output_node: boolean
}

/** What tests use beyond the built-in graphs. */
const more =
  'KSampler LoadAudio LoraLoader LoraLoaderModelOnly PrimitiveStringMultiline SaveAnimatedWEBP SaveWEBM WanFirstLastFrameToVideo'.split(
    ' ',
  )
const graphs = join(import.meta.dirname, '../../../server/src/engines/comfyui/graphs')
/** Names of files that lie on that server. */
const isFile = (option: unknown) => /\.(safetensors|pth?|png|jpe?g|mp4|wav|mp3|flac)$/.test(String(option))

const url = process.argv[2]
if (!url) throw new Error('Name the server: http://127.0.0.1:8188')
const read = async (path: string): Promise<unknown> => {
  const response = await fetch(new URL(path, url))
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json()
}
const { system } = (await read('/system_stats')) as { system: { comfyui_version: string } }
const all = (await read('/object_info')) as Record<string, NodeClass>

const names = new Set(more)
for (const file of await readdir(graphs)) {
  if (file === 'bindings.json') continue
  const graph = JSON.parse(await readFile(join(graphs, file), 'utf8')) as Record<
    string,
    { class_type: string }
  >
  for (const { class_type } of Object.values(graph)) names.add(class_type)
}

/** Without texts and without the server's own files. */
const trim = (inputs: Record<string, unknown[]>) =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, [type, rules]]) => {
      const { tooltip: _text, display_name: _title, ...rest } = (rules ?? {}) as Record<string, unknown>
      if (Array.isArray(rest['options'])) rest['options'] = rest['options'].filter((one) => !isFile(one))
      return [name, [Array.isArray(type) ? type.filter((one) => !isFile(one)) : type, rest]]
    }),
  )

const recorded: Record<string, NodeClass> = {}
for (const name of [...names].toSorted()) {
  const found = all[name]
  if (!found) {
    console.warn(`${name} is of a node pack, or of a later version.`)
    continue
  }
  const { required = {}, optional } = found.input
  recorded[name] = {
    input: { required: trim(required), ...(optional && { optional: trim(optional) }) },
    output: found.output,
    output_node: found.output_node,
  }
}
const file = join(import.meta.dirname, `comfyui-${system.comfyui_version}-nodes.json`)
await writeFile(file, `${JSON.stringify(recorded, null, 2)}\n`)
console.info(`${Object.keys(recorded).length} node classes: ${file}`)
