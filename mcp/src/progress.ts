import type { ServerContext } from '@modelcontextprotocol/server'
import type { ToolContext } from './tool.ts'

/** Sends progress in percent to a caller who gave a token for it. It only grows, as the protocol wants it. */
export function createReport({ mcpReq }: Pick<ServerContext, 'mcpReq'>): ToolContext['report'] {
  const progressToken = mcpReq._meta?.progressToken
  let last = -1
  let said = ''
  return async (fraction, message) => {
    const percent = Math.floor(fraction * 100)
    if (progressToken === undefined || (percent <= last && message === said)) return
    last = Math.max(last + 0.01, percent)
    said = message
    const params = { progressToken, progress: last, total: 100, message }
    // A caller who has left is told by the signal.
    await mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}
