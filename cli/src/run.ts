import { type Client, createClient, type Credential } from '@clipwright/client'
import type { Command } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { createAccessToken } from './access-token.ts'
import type { Config } from './config.ts'
import { Failure, Interrupt } from './failure.ts'
import { createHumanReport, createJsonReport, type Report } from './report.ts'
import { openSessions, type SessionStore } from './sessions.ts'

export const version = packageJson.version
const user_agent = `clipwright-cli/${version}`
/** For requests and their answers, but not for downloading a video. */
const timeout_ms = 20_000

/** The context of a command. */
export interface Run {
  config: Config
  url: string
  /** Sends the API key if set, else the session's access token. */
  client: Client
  /** Sends no credential; for logging in. */
  anonymous: Client
  sessions: SessionStore
  report: Report
  /** Aborts with an Interrupt. */
  signal: AbortSignal
}

/** Runs a command's work with the context from its options. */
export type Start = (command: Command, work: (run: Run) => Promise<void>) => Promise<void>

/** @throws Failure for an invalid URL. */
export function prepareRun(config: Config, command: Command, signal: AbortSignal): Run {
  const { url = config.url, json } = command.optsWithGlobals<{ url?: string; json?: boolean }>()
  return createRun(config, url, json ? createJsonReport() : createHumanReport(), signal)
}

export function createRun(config: Config, address: string, report: Report, signal: AbortSignal): Run {
  const url = parseUrl(address)
  const sessions = openSessions(config.folder)
  const options = { base_url: url, user_agent, timeout_ms }
  const anonymous = createClient(options)
  const credential: Credential = config.api_key
    ? { api_key: config.api_key }
    : createAccessToken(sessions, url, anonymous)
  const client = createClient({ ...options, credential })
  return { config, url, client, anonymous, sessions, report, signal }
}

function parseUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.search || url.hash) {
    const hint = 'It looks like https://video.example.org, without a password or a query.'
    throw new Failure(2, 'bad_url', `This is no address of a service: ${text}`, { hint })
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** Returns a signal that aborts at the first Ctrl-C or SIGTERM, so that commands can clean up. A second one exits at once. */
export function interruptible(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(new Interrupt(signal).exit)
      controller.abort(new Interrupt(signal))
    })
  }
  return controller.signal
}
