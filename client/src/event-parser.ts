import { createParser } from 'eventsource-parser'

/** What an event stream says: an event, the newest id of the stream, or how long to wait before connecting again. */
export interface Message {
  id?: string
  retry_ms?: number
  type?: string
  data?: string
}

/** No message of ours is near this; what is that long is something else. */
const longest = 1 << 20

/** Reads server-sent events: pass each piece of text, get what it completed. @throws RangeError for a message without end. */
export function createEventParser(): (text: string) => Message[] {
  const messages: Message[] = []
  const parser = createParser({
    maxBufferSize: longest,
    onId: (id) => messages.push({ id }),
    onRetry: (retry_ms) => messages.push({ retry_ms }),
    onEvent: ({ event: type = 'message', data }) => messages.push({ type, data }),
    onError: ({ type }) => {
      if (type !== 'max-buffer-size-exceeded') return // what the format does not know is passed over
      throw new RangeError('A message of the event stream is too long.')
    },
  })
  return (text) => {
    parser.feed(text)
    return messages.splice(0)
  }
}
