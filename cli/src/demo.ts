// node cli/src/demo.ts "PROMPT": registers a new user at CLIPWRIGHT_URL, makes a video and saves it.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { styleText } from 'node:util'
import { createClient, refreshTokens, type Schema, type Tokens, toTokens } from '@clipwright/client'
import { Command, CommanderError } from 'commander'
import { handleBrokenOutput } from './broken-output.ts'
import { readConfig } from './config.ts'
import { formatCredits } from './credits.ts'
import { Failure, toFailure } from './failure.ts'
import { followTask } from './follow-task.ts'
import { wholeNumber } from './numbers.ts'
import { createHumanReport, good } from './report.ts'
import { createRun, interruptible, type Run } from './run.ts'
import { chooseFile, formatSize, saveVideo, type SavedVideo, videoFileName } from './save-video.ts'

interface Options {
  seed?: number
  duration?: number
  resolution?: string
  aspect?: string
  output?: string
}

const defaultPrompt = 'a red balloon drifts over a calm sea at sunset'
const folder = 'demo'
const topup_credits = 1000

handleBrokenOutput()
const config = readConfig()
const report = createHumanReport()
const signal = interruptible()

const program = new Command('demo')
  .description('Registers a new user, tops up, makes a video and saves it.')
  .argument('[prompt...]', 'what the video shows', [defaultPrompt])
  .option('--seed <number>', 'the same seed makes the same video', wholeNumber(0, 2 ** 31 - 1))
  .option('--duration <seconds>', 'length of the video', wholeNumber(1))
  .option('--resolution <name>', 'such as 480p or 720p')
  .option('--aspect <ratio>', 'such as 16:9, 9:16 or 1:1')
  .option('-o, --output <file>', `where to save it (default: a name made from the prompt, in ./${folder})`)
  .exitOverride()
  .action(demonstrate)

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else {
    const failure = toFailure(error, config.url)
    report.fail(failure)
    process.exitCode = failure.exit
  }
}

/** Joins `words`, because a prompt may come without quotes: `npm run demo -- a red balloon`. */
async function demonstrate(words: string[], options: Options): Promise<void> {
  const account = {
    email: `demo-${randomUUID().slice(0, 8)}@example.org`,
    password: randomBytes(9).toString('base64url'),
  }
  const run = await register(createRun(config, config.url, report, signal), account)
  const { client } = run
  await client.POST('/api/v1/me/topup', { body: { amount: topup_credits }, signal })
  report.step('topped_up', `Topped up ${formatCredits(topup_credits)}, simulated: nothing is paid`)

  const { seed, duration, resolution, aspect } = options
  const body: Schema<'TaskCreate'> = {
    prompt: words.join(' '),
    ...(seed === undefined ? {} : { seed }),
    ...(duration === undefined ? {} : { duration_seconds: duration }),
    ...(resolution === undefined ? {} : { resolution }),
    ...(aspect === undefined ? {} : { aspect_ratio: aspect }),
  }
  const { task_id, cost } = await client.POST('/api/v1/video/generate', { body, signal })
  report.step('submitted', `Submitted "${body.prompt}", ${formatCredits(cost)} held`)

  const task = await followTask(run, task_id)
  if (!options.output) await mkdir(folder, { recursive: true })
  const path = await chooseFile(options.output ?? folder, videoFileName(task), {})
  report.finish(task, describe(task, await saveVideo(run, task_id, path, {}), account))
}

interface Account {
  email: string
  password: string
}

/** Registers a new user; the demo prints the credentials at its end. */
async function register(run: Run, { email, password }: Account): Promise<Run> {
  const { url, anonymous } = run
  const body = { email, password, session_mode: 'token' as const }
  const answer = await anonymous.POST('/api/v1/auth/register', { body, signal })
  if ('verification_required' in answer) {
    throw new Failure(
      1,
      'verification_required',
      'This server mails its users first: the demo needs one that does not.',
    )
  }
  let tokens: Tokens = toTokens(answer)
  report.step('registered', `Registered ${email} at ${url}`)
  const credential = async (expired?: string) => {
    if (expired === tokens.access_token) tokens = await refreshTokens(anonymous, tokens.refresh_token)
    return tokens.access_token
  }
  return { ...run, client: createClient({ base_url: url, credential }) }
}

function describe(
  { task_id, model, params, cost }: Schema<'TaskOut'>,
  saved: SavedVideo,
  { email, password }: Account,
): string {
  const { width_px, height_px, frames, fps, seed } = params
  const row = (title: string, text: string) => `   ${styleText('dim', title.padEnd(6))} ${text}`
  return [
    good(`Saved ${resolve(saved.file)}`),
    '',
    row('Video', `${width_px}x${height_px}, ${(frames / fps).toFixed(1)} s, ${formatSize(saved.size_bytes)}`),
    row('Cost', formatCredits(cost)),
    row('Seed', String(seed)),
    row('Task', task_id),
    row('Model', model === 'preview' ? 'preview, a procedural renderer' : model),
    ...(model === 'preview'
      ? [
          '',
          '   Rules drew this picture from the words of the prompt; no AI model was at work.',
          '   To use one, connect an inference server: docs/engines/README.md',
        ]
      : []),
    '',
    '   The video stays in its account. To see it there, `npm start`, then open',
    `     ${config.url}/v/${task_id}`,
    `   and sign in as ${email} with the password ${password}`,
  ].join('\n')
}
