import type { CallToolResult } from '@modelcontextprotocol/server'

/** An answer as data, and as text for callers who read no data. */
export function toJsonText(answer: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer }
}
