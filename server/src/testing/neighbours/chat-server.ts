import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { cleanUp } from '../clean-up.ts'

export interface Asked {
  url: string
  headers: IncomingHttpHeaders
  body: {
    model: string
    stream: boolean
    messages: { role: string; content: string }[]
    response_format?: unknown
  }
  /** What the user message holds, read as JSON. */
  material: Record<string, unknown>
}

/** Writes one answer. */
export type Reply = (response: ServerResponse, asked: Asked) => void | Promise<void>

const completion = (content: string, finish_reason: string) => ({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'test',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }],
})

export const sendJson = (response: ServerResponse, status: number, body: unknown, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** The text of an answer, as it is. */
export const says =
  (content: string, finish_reason = 'stop'): Reply =>
  (response) =>
    sendJson(response, 200, completion(content, finish_reason))

export const answers = (value: unknown): Reply => says(JSON.stringify(value))

export const fails =
  (status: number, headers: Record<string, string> = {}): Reply =>
  (response) =>
    sendJson(response, status, { error: { message: 'no' } }, headers)

/** In pieces of so many characters, as an event stream; `cut` leaves its end out. */
export const streams =
  (value: unknown, { cut = false, size = 7 } = {}): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const content = JSON.stringify(value)
    const piece = (choice: object) =>
      response.write(
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [choice] })}\n\n`,
      )
    const end = cut ? content.length / 2 : content.length
    for (let at = 0; at < end; at += size)
      piece({ index: 0, delta: { content: content.slice(at, at + size) }, finish_reason: null })
    if (cut) return void response.end()
    piece({ index: 0, delta: {}, finish_reason: 'stop' })
    response.end('data: [DONE]\n\n')
  }

/** Never ends; the test's end does. */
export const silent: Reply = () => {}

/** An OpenAI-compatible chat server that says what a test wants: each reply once, the last one for ever. */
export async function startChatServer(t: TestContext, ...replies: Reply[]) {
  const asked: Asked[] = []
  const chat = { base_url: '', asked, replies }
  const server = createServer((request, response) => {
    void (async () => {
      const body = JSON.parse(await text(request)) as Asked['body']
      const material = JSON.parse(body.messages.at(-1)!.content) as Record<string, unknown>
      const one: Asked = { url: request.url ?? '', headers: request.headers, body, material }
      asked.push(one)
      const reply = chat.replies.length > 1 ? chat.replies.shift()! : chat.replies[0]!
      await reply(response, one)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUp(t, () => {
    server.closeAllConnections()
    server.close()
  })
  chat.base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return chat
}
