import type { Llm, LlmOptions } from './chat-server.ts'

export { type Llm, LlmError, type LlmOptions, type LlmReason, type Question } from './chat-server.ts'

/** Loads the client library only here: it takes a third of a second, and many servers run without a language model. */
export async function createLlm(options: LlmOptions): Promise<Llm> {
  const { createChat } = await import('./chat.ts')
  return createChat(options)
}
