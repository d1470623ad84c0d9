import {
  ConfigError,
  type Environment,
  flag,
  integer,
  oneOf,
  Secret,
  type Setting,
} from '../platform/setting.ts'

// The language model behind the prompt helpers; docs/prompt-helpers.md.

function baseUrl(): Setting<string | null> {
  const name = 'LLM_BASE_URL'
  const read = (value: string | undefined, env: Environment): string | null => {
    if (value === undefined) {
      const lonely = ['LLM_MODEL', 'LLM_API_KEY'].find((other) => env[other])
      if (lonely !== undefined) throw new ConfigError(`${name} must be set where ${lonely} is`)
      return null
    }
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
      throw new ConfigError(`${name} must be an http or https address without credentials or a query`)
    return value.replace(/\/+$/, '')
  }
  const about =
    'Chat server behind the prompt helpers, with its version: any that speaks the OpenAI protocol, such as `http://127.0.0.1:11434/v1`. Without it built-in rules answer. See docs/prompt-helpers.md.'
  return { name, about, default: 'built-in rules', read }
}

function model(): Setting<string | null> {
  const name = 'LLM_MODEL'
  const read = (value: string | undefined, env: Environment): string | null => {
    if (value === undefined && env['LLM_BASE_URL'])
      throw new ConfigError(`${name} must be set where LLM_BASE_URL is`)
    return value ?? null
  }
  return { name, about: 'Model of the chat server.', default: 'needed with LLM_BASE_URL', read }
}

function apiKey(): Setting<Secret | null> {
  const read = (value: string | undefined) => (value === undefined ? null : new Secret(value))
  return { name: 'LLM_API_KEY', about: 'Key for the chat server, where it wants one.', default: 'none', read }
}

export const llmSettings = {
  llm_base_url: baseUrl(),
  llm_model: model(),
  llm_api_key: apiKey(),
  llm_stream: flag(
    'LLM_STREAM',
    false,
    'Whether to ask for answers in pieces; some servers offer nothing else.',
  ),
  llm_timeout_s: integer(
    'LLM_TIMEOUT_SECONDS',
    15,
    [1, 120],
    'Seconds after which a prompt helper gives the chat server up, all its tries together.',
  ),
  llm_concurrency: integer(
    'LLM_CONCURRENCY',
    8,
    [1, 1000],
    'Questions to the chat server at once, per process; for more the rules answer.',
  ),
  llm_fallback: oneOf<'rules' | 'error'>(
    'LLM_FALLBACK',
    'rules',
    ['rules', 'error'],
    'When the chat server fails: `rules` answer in its place, or callers get 503 `agent_unavailable`.',
  ),
} satisfies Record<string, Setting<unknown>>
