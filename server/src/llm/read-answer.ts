import { Stream } from 'openai/streaming'
import { LlmError } from './chat-server.ts'

interface Completion {
  choices?: { message?: { content?: unknown }; delta?: { content?: unknown }; finish_reason?: unknown }[]
}

/** Reads the text of an answer, whole or streamed, as the server chose. @throws LlmError when it is cut off or empty. */
export async function readAnswer(response: Response): Promise<string> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  const { text, finish } = await (isStream ? readStream(response) : readWhole(response))
  if (finish === 'length') throw new LlmError('too_long', 'The answer was cut off')
  if (!text.trim()) throw new LlmError('broken', 'The answer is empty')
  return text
}

async function readWhole(response: Response): Promise<{ text: string; finish: unknown }> {
  const [choice] = ((await response.json()) as Completion | null)?.choices ?? []
  const content = choice?.message?.content
  return { text: typeof content === 'string' ? content : '', finish: choice?.finish_reason }
}

async function readStream(response: Response): Promise<{ text: string; finish: unknown }> {
  let text = ''
  let finish: unknown
  for await (const chunk of Stream.fromSSEResponse<Completion>(response, new AbortController())) {
    const [choice] = chunk.choices ?? []
    if (typeof choice?.delta?.content === 'string') text += choice.delta.content
    finish = choice?.finish_reason ?? finish
  }
  return { text, finish }
}
