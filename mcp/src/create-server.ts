import type { Client } from '@clipwright/client'
import { type CallToolResult, McpServer, type ServerContext } from '@modelcontextprotocol/server'
import { createReport } from './progress.ts'
import { toRefusal } from './refusal.ts'
import type { Tool } from './tool.ts'
import { balance } from './tools/balance.ts'
import { cancel } from './tools/cancel.ts'
import { enhance } from './tools/enhance.ts'
import { generateVideo } from './tools/generate-video.ts'
import { listModels } from './tools/list-models.ts'
import { listVideos } from './tools/list-videos.ts'
import { optimizePrompt } from './tools/optimize-prompt.ts'
import { quote } from './tools/quote.ts'
import { taskStatus } from './tools/task-status.ts'

export interface McpOptions {
  /** Acts for whoever calls the tools; what its credential may not do, no tool does. */
  client: Client
  version: string
}

const instructions = `Makes videos from words and pictures with a Clipwright service. generate_video and enhance cost credits: ask
balance and quote first when money matters, and set max_cost. A video takes from seconds to many minutes: when a tool says that it is
not done yet, ask task_status with wait_seconds; do not submit it again. list_models says what each model takes.`

const tools: readonly Tool[] = [
  generateVideo,
  enhance,
  taskStatus,
  listVideos,
  cancel,
  quote,
  balance,
  optimizePrompt,
  listModels,
]

/** A server with all tools, for one connection or one request. It holds nothing and need not be closed. */
export function createMcpServer({ client, version }: McpOptions): McpServer {
  const server = new McpServer(
    { name: 'clipwright', title: 'Clipwright', version },
    // What a model sends is small; the service limits each text itself.
    { instructions, maxToolInputElements: 100 },
  )
  for (const { name, title, description, input, output, annotations, run } of tools) {
    server.registerTool(
      name,
      { title, description, inputSchema: input, outputSchema: output, annotations },
      async (args: unknown, context: ServerContext) => {
        const { signal } = context.mcpReq
        return run(args, { client, signal, report: createReport(context) }).catch(told)
      },
    )
  }
  return server
}

/** A refusal is told to the model. Anything else is the protocol's error. */
function told(error: unknown): CallToolResult {
  const refusal = toRefusal(error)
  if (!refusal) throw error
  return { content: [{ type: 'text', text: refusal.message }], isError: true }
}
