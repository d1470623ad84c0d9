import type { Task, TaskCreate } from '../../lib/api.ts'

/** What makes exactly this video again, in the fields of a submission. */
export function recipeOf({ prompt, original_prompt, negative_prompt, model, params }: Task): TaskCreate {
  const { resolution, aspect_ratio, duration_seconds, seed, steps, guidance } = params
  const { image_key, last_image_key, audio_key } = params
  const choices = {
    original_prompt,
    negative_prompt,
    image_url: image_key,
    last_image_url: last_image_key,
    audio_url: audio_key,
    resolution,
    aspect_ratio,
    duration_seconds,
    steps,
    guidance,
    seed,
    parameters: Object.keys(params.parameters).length > 0 ? params.parameters : null,
  }
  const chosen = Object.entries(choices).filter(([, value]) => value !== null && value !== '')
  return { prompt: prompt ?? '', model, ...(Object.fromEntries(chosen) as Partial<TaskCreate>) }
}

/** The calls that make exactly this video, by language; each reads the key from `CLIPWRIGHT_API_KEY`. */
export function codeOf(task: Task, base_url: string): Record<string, string> {
  const body = recipeOf(task)
  return {
    curl: curl(body, base_url),
    TypeScript: typeScript(body, base_url),
    Python: python(body, base_url),
    CLI: commandLine(body, base_url),
  }
}

/** In single quotes, as every POSIX shell reads it. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const curl = (body: TaskCreate, base_url: string): string =>
  `curl ${quote(`${base_url}/api/v1/video/generate`)} \\
  -H "X-API-Key: $CLIPWRIGHT_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d ${quote(JSON.stringify(body, null, 2))}`

const indent = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`)

const typeScript = (body: TaskCreate, base_url: string): string =>
  `import { createClient, waitForTask } from '@clipwright/client'

const client = createClient({
  base_url: ${JSON.stringify(base_url)},
  credential: { api_key: process.env.CLIPWRIGHT_API_KEY! },
})

const { task_id } = await client.POST('/api/v1/video/generate', {
  body: ${indent(JSON.stringify(body, null, 2), '  ')},
})
const { status, download_url } = await waitForTask(client, task_id)
console.log(status, download_url)`

/** JSON is Python too, but for what is true or false. */
const pythonOf = (body: TaskCreate): string =>
  JSON.stringify(body, null, 4).replace(/: (true|false)(?=,?$)/gm, (_, word: string) =>
    word === 'true' ? ': True' : ': False',
  )

const python = (body: TaskCreate, base_url: string): string =>
  `import json, os, time
from urllib.request import Request, urlopen

def call(path, body=None):
    headers = {"X-API-Key": os.environ["CLIPWRIGHT_API_KEY"], "Content-Type": "application/json"}
    data = json.dumps(body).encode() if body else None
    with urlopen(Request(${JSON.stringify(base_url)} + path, data, headers)) as answer:
        return json.load(answer)

task = call("/api/v1/video/generate", ${pythonOf(body)})
while task["status"] in ("queued", "running"):
    time.sleep(2)
    task = call("/api/v1/tasks/" + task["task_id"])
print(task["status"], task["download_url"])`

const flags = {
  model: '--model',
  duration_seconds: '--duration',
  resolution: '--resolution',
  aspect_ratio: '--aspect',
  seed: '--seed',
  steps: '--steps',
  guidance: '--guidance',
  negative_prompt: '--negative',
  image_url: '--image',
  last_image_url: '--last-image',
  audio_url: '--audio',
} as const

const word = (text: string): string => (/^[\w.:=-]+$/.test(text) ? text : quote(text))

function commandLine(body: TaskCreate, base_url: string): string {
  const options = Object.entries(flags).flatMap(([field, flag]) => {
    const value = body[field as keyof typeof flags]
    return value === undefined || value === null ? [] : [`${flag} ${word(`${value}`)}`]
  })
  const own = Object.entries(body.parameters ?? {}).map(
    ([name, value]) => `--param ${word(`${name}=${value}`)}`,
  )
  return [
    `export CLIPWRIGHT_URL=${base_url}`,
    [`clipwright generate ${quote(body.prompt)}`, ...options, ...own].join(' \\\n  '),
  ].join('\n')
}
