/** One block of an event stream. */
export interface Message {
  /** The newest id of the stream, whether this block brought it or an earlier one. */
  id: string
  type: string
  /** Undefined where the block only brought an id or a pause: that is no event. */
  data: string | undefined
  /** How long to wait before connecting again, where the block says so. */
  retry_ms: number | undefined
}

/** No message of ours is near this; what is that long is something else. */
const longest = 1 << 20

/**
 * Reads server-sent events piece by piece, as HTML 9.2.6 interprets them: pass each piece of text, get the messages that it
 * completed. @throws RangeError for a block without end.
 */
export function createEventParser(): (text: string) => Message[] {
  let unread = ''
  let id = ''
  let endedWithReturn = false
  return (text) => {
    // A \n that belongs to the \r before it, in the last piece.
    const more = endedWithReturn && text.startsWith('\n') ? text.slice(1) : text
    if (text !== '') endedWithReturn = text.endsWith('\r')
    const blocks = (unread + more.replaceAll(/\r\n?/g, '\n')).split('\n\n')
    unread = blocks.pop()!
    if (unread.length > longest) throw new RangeError('A message of the event stream is too long.')
    const messages = blocks
      .filter((block) => block !== '')
      .map((block) => {
        const message = parse(block, id)
        id = message.id
        return message
      })
    return messages
  }
}

function parse(block: string, last_id: string): Message {
  const message: Message = { id: last_id, type: 'message', data: undefined, retry_ms: undefined }
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
    if (name === 'data') message.data = message.data === undefined ? value : `${message.data}\n${value}`
    else if (name === 'event') message.type = value || 'message'
    else if (name === 'id' && !value.includes('\0')) message.id = value
    else if (name === 'retry' && /^\d+$/.test(value)) message.retry_ms = Number(value)
  }
  return message
}
