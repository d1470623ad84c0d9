import { setTimeout as sleep } from 'node:timers/promises'
import { OpenAI } from 'openai'
import { limitedFetch } from './limited-fetch.ts'
import { type Llm, LlmError, type LlmOptions, type Question } from './chat-server.ts'
import { readAnswer, toLlmError } from './read-reply.ts'

/** Good answers are short. */
const maxAnswer_bytes = 256 * 1024
const maxAnswer_tokens = 4096
/** After this many failures in a row questions fail at once, for a while (a circuit breaker). */
const failuresInRow = 3
const rest_ms = 30_000
const longestRest_ms = 300_000
/** If the server asks for a longer wait the question fails. */
const longestWait_ms = 3_000
/** How long to omit the schema for a server that rejected it. */
const plain_ms = 600_000

export function createChat(options: LlmOptions): Llm {
  const client = new OpenAI({
    baseURL: options.base_url,
    apiKey: options.api_key ?? 'none', // the library requires one, local servers do not
    organization: null,
    project: null,
    maxRetries: 0, // we retry within our own time limit
    logLevel: 'off',
    fetch: limitedFetch(maxAnswer_bytes),
  })
  return createAsker(client, options)
}

/** Faults of the server; a question that it can't answer is none. */
const outages: ReadonlySet<string> = new Set(['unreachable', 'too_slow', 'rate_limited', 'broken'])

function createAsker(client: OpenAI, { model, stream, concurrency, log }: LlmOptions): Llm {
  let underWay = 0
  let failures = 0
  let restUntil = 0
  let plainUntil = 0

  const request = async (question: Question, isPlain: boolean, signal: AbortSignal): Promise<string> => {
    const { instructions, material, schema } = question
    const keys = Object.keys(schema.properties)
    const form = `Answer with one JSON object and nothing else. Its keys: ${keys.join(', ')}.`
    const response = await client.chat.completions
      .create(
        {
          model,
          stream,
          messages: [
            { role: 'system', content: `${instructions}\n${form}` },
            { role: 'user', content: JSON.stringify(material) },
          ],
          ...(!isPlain && {
            temperature: 0.4,
            max_tokens: maxAnswer_tokens,
            response_format: { type: 'json_schema', json_schema: jsonSchema(schema) },
          }),
        },
        { signal },
      )
      .asResponse()
    return readAnswer(response)
  }

  /** Asks with the schema, and without it if the server rejects it. */
  const requestEither = async (question: Question, signal: AbortSignal): Promise<string> => {
    const isPlain = performance.now() < plainUntil
    try {
      return await request(question, isPlain, signal)
    } catch (error) {
      const fault = toLlmError(error, signal)
      if (isPlain || !fault.isAboutRequest) throw fault
      const text = await request(question, true, signal)
      plainUntil = performance.now() + plain_ms // without the schema there was an answer
      return text
    }
  }

  const requestPatiently = async (question: Question, signal: AbortSignal): Promise<string> => {
    try {
      return await requestEither(question, signal)
    } catch (error) {
      const fault = toLlmError(error, signal)
      const { retry_after_ms } = fault
      if (retry_after_ms === undefined || retry_after_ms > longestWait_ms) throw fault
      await sleep(retry_after_ms, undefined, { signal })
      return requestEither(question, signal)
    }
  }

  const answer = async (question: Question, signal: AbortSignal): Promise<Record<string, unknown>> => {
    const object = findObject(await requestPatiently(question, signal))
    if (object) return object
    // One retry, without the bad answer.
    const again = findObject(await requestPatiently(question, signal))
    if (again) return again
    throw new LlmError('not_json', 'The answer is no JSON object')
  }

  return {
    model,
    ask: async (question, signal) => {
      if (performance.now() < restUntil) throw new LlmError('resting', 'It failed a moment ago')
      if (underWay >= concurrency) throw new LlmError('busy', 'Too many questions at once')
      underWay += 1
      const began = performance.now()
      try {
        const object = await answer(question, signal)
        failures = 0
        return object
      } catch (error) {
        const fault = toLlmError(error, signal)
        if (outages.has(fault.reason)) failures += 1
        const asked_ms = Math.min(fault.retry_after_ms ?? 0, longestRest_ms)
        const own_ms = failures >= failuresInRow ? rest_ms : 0
        restUntil = performance.now() + Math.max(asked_ms, own_ms)
        const duration_ms = Math.round(performance.now() - began)
        // Logs neither prompt nor answer, which may repeat it.
        log.warn({ reason: fault.reason, status: fault.status, duration_ms, failures }, 'llm_failed')
        throw fault
      } finally {
        underWay -= 1
      }
    },
  }
}

function jsonSchema({ name, properties }: Question['schema']) {
  const required = Object.keys(properties)
  return {
    name,
    strict: true,
    schema: { type: 'object', properties, required, additionalProperties: false },
  }
}

/** Finds the JSON object in an answer: models put thoughts, fences and words around it. */
export function findObject(answer: string): Record<string, unknown> | undefined {
  const text = answer.replace(/^[\s\S]*<\/think(?:ing)?>/i, '')
  for (
    let from = text.indexOf('{'), tries = 0;
    from >= 0 && tries < 5;
    from = text.indexOf('{', from + 1), tries++
  ) {
    for (
      let to = text.lastIndexOf('}'), cuts = 0;
      to > from && cuts < 5;
      to = text.lastIndexOf('}', to - 1), cuts++
    ) {
      try {
        const value: unknown = JSON.parse(text.slice(from, to + 1))
        if (typeof value === 'object' && value !== null && !Array.isArray(value))
          return value as Record<string, unknown>
      } catch {
        continue // try the next shorter piece
      }
    }
  }
  return undefined
}
