import type { Llm, LlmOptions } from './chat-server.ts'

export { type Llm, LlmError, type LlmOptions, type LlmReason, type Question } from './chat-server.ts'

/** Imports the client library on demand: that takes a third of a second, and many servers have no language model. */
export async function createLlm(options: LlmOptions): Promise<Llm> {
  const { createChat } = await import('./chat.ts')
  return createChat(options)
}
