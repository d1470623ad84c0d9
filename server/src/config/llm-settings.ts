import {
  ConfigError,
  type Environment,
  flag,
  integer,
  oneOf,
  Secret,
  type Setting,
} from '../platform/setting.ts'

// Settings of the language model behind the prompt helpers; see docs/prompt-helpers.md.

function baseUrl(): Setting<string | null> {
  const name = 'LLM_BASE_URL'
  const read = (value: string | undefined, env: Environment): string | null => {
    if (value === undefined) {
      const dependent = ['LLM_MODEL', 'LLM_API_KEY'].find((other) => env[other])
      if (dependent !== undefined) throw new ConfigError(`${name} must be set where ${dependent} is`)
      return null
    }
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
      throw new ConfigError(`${name} must be an http or https address without credentials or a query`)
    return value.replace(/\/+$/, '')
  }
  const about =
    'Base URL of the chat server behind the prompt helpers, such as `http://127.0.0.1:11434/v1`: any server with the OpenAI API. Without it built-in rules answer. See docs/prompt-helpers.md.'
  return { name, about, default: 'built-in rules', read }
}

function model(): Setting<string | null> {
  const name = 'LLM_MODEL'
  const read = (value: string | undefined, env: Environment): string | null => {
    if (value === undefined && env['LLM_BASE_URL'])
      throw new ConfigError(`${name} must be set where LLM_BASE_URL is`)
    return value ?? null
  }
  return { name, about: 'Model that the chat server runs.', default: 'needed with LLM_BASE_URL', read }
}

function apiKey(): Setting<Secret | null> {
  const read = (value: string | undefined) => (value === undefined ? null : new Secret(value))
  return { name: 'LLM_API_KEY', about: 'Key for the chat server, if it requires one.', default: 'none', read }
}

export const llmSettings = {
  llm_base_url: baseUrl(),
  llm_model: model(),
  llm_api_key: apiKey(),
  llm_stream: flag(
    'LLM_STREAM',
    false,
    'Whether to request streamed answers; some servers offer nothing else.',
  ),
  llm_timeout_s: integer(
    'LLM_TIMEOUT_SECONDS',
    15,
    [1, 120],
    'Seconds after which a prompt helper gives up on the chat server, including retries.',
  ),
  llm_concurrency: integer(
    'LLM_CONCURRENCY',
    8,
    [1, 1000],
    'Concurrent requests to the chat server per process; beyond that the rules answer.',
  ),
  llm_fallback: oneOf<'rules' | 'error'>(
    'LLM_FALLBACK',
    'rules',
    ['rules', 'error'],
    'When the chat server fails: `rules` lets the rules answer, `error` answers 503 `agent_unavailable`.',
  ),
} satisfies Record<string, Setting<unknown>>
