import { base_url } from '../../lib/api.ts'

export const languages = ['curl', 'TypeScript', 'Python', 'CLI'] as const
export type Language = (typeof languages)[number]

const prompt = 'a red balloon drifts over a calm sea at sunset'

/** What puts a key where the programs below find it. */
export const setKey: Record<Language, string> = {
  curl: 'export CLIPWRIGHT_API_KEY=svck_…',
  TypeScript: 'export CLIPWRIGHT_API_KEY=svck_…',
  Python: 'export CLIPWRIGHT_API_KEY=svck_…',
  CLI: `export CLIPWRIGHT_URL=${base_url}\nexport CLIPWRIGHT_API_KEY=svck_…`,
}

export const submit: Record<Language, string> = {
  curl: `TASK=$(curl -s ${base_url}/api/v1/video/generate \\
  -H "X-API-Key: $CLIPWRIGHT_API_KEY" -H "Content-Type: application/json" \\
  -d '{"prompt": "${prompt}"}' \\
  | sed 's/.*"task_id":"\\([^"]*\\)".*/\\1/')
echo $TASK`,
  TypeScript: `import { createClient, downloadResult, waitForTask } from '@clipwright/client'

const client = createClient({
  base_url: '${base_url}',
  credential: { api_key: process.env.CLIPWRIGHT_API_KEY ?? '' },
})
const { task_id } = await client.POST('/api/v1/video/generate', {
  body: { prompt: '${prompt}' },
})`,
  Python: `import json, os, time, urllib.error, urllib.request

def call(path, body=None):
    request = urllib.request.Request("${base_url}" + path,
        data=body and json.dumps(body).encode(),
        headers={"X-API-Key": os.environ["CLIPWRIGHT_API_KEY"], "Content-Type": "application/json"})
    return urllib.request.urlopen(request)

task = json.load(call("/api/v1/video/generate", {"prompt": "${prompt}"}))`,
  CLI: `clipwright generate "${prompt}" --yes -o balloon.mp4`,
}

/** For programs that know another API, or none. */
export const otherDoors = {
  OpenAI: `export OPENAI_BASE_URL=${base_url}/openai/v1
export OPENAI_API_KEY=svck_…`,
  'MCP, HTTP': `{
  "url": "${base_url}/mcp",
  "headers": { "Authorization": "Bearer svck_…" }
}`,
  'MCP, stdio': `{
  "command": "clipwright",
  "args": ["mcp"],
  "env": { "CLIPWRIGHT_URL": "${base_url}", "CLIPWRIGHT_API_KEY": "svck_…" }
}`,
}

/** The CLI has waited and fetched already. */
export const fetchVideo: Record<Exclude<Language, 'CLI'>, string> = {
  curl: `until curl -sfL -H "X-API-Key: $CLIPWRIGHT_API_KEY" \\
  ${base_url}/api/v1/result/$TASK -o balloon.mp4; do sleep 2; done`,
  TypeScript: `import { writeFile } from 'node:fs/promises'

const task = await waitForTask(client, task_id)
if (task.status !== 'completed') throw new Error(task.error?.message)
await writeFile('balloon.mp4', (await downloadResult(client, task_id)).body!)`,
  Python: `while task["status"] in ("queued", "running"):
    time.sleep(2)
    task = json.load(call("/api/v1/tasks/" + task["task_id"]))
with open("balloon.mp4", "wb") as file:
    file.write(call("/api/v1/result/" + task["task_id"]).read())`,
}
