import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'

// A receiver of traces: OTLP over HTTP, as the official exporter sends it. It reads the bytes by itself, so that what is tested is what
// leaves the process.

export interface ReceivedSpan {
  trace_id: string
  span_id: string
  /** Empty for the first of a trace. */
  parent_id: string
  name: string
  kind: number
  start_ms: number
  end_ms: number
  attributes: Record<string, string | number | boolean>
  events: string[]
  has_failed: boolean
  /** Of the process. */
  resource: Record<string, string | number | boolean>
}

export interface Collector extends AsyncDisposable {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  url: string
  spans: ReceivedSpan[]
  /** Everything that came, as text: for what must not be in it. */
  text(): string
  /** Lets every request wait for ever. */
  hangs: boolean
  requests: number
}

export async function startCollector(): Promise<Collector> {
  let bytes = ''
  const server = createServer((request, response) => {
    void answer(request).then((isAnswered) => isAnswered && response.end())
  })
  const answer = async (request: IncomingMessage): Promise<boolean> => {
    collector.requests++
    if (collector.hangs) return false
    const body = await buffer(request)
    bytes += body.toString('latin1')
    if (request.url === '/v1/traces') collector.spans.push(...spansOf(body))
    return true
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    text: () => bytes,
    hangs: false,
    requests: 0,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return collector
}

/** Fields of a protobuf message, by number; numbers are read as such, the rest is bytes. */
function fieldsOf(message: Buffer): Map<number, (Buffer | bigint)[]> {
  const fields = new Map<number, (Buffer | bigint)[]>()
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++]!
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const tag = Number(varint())
    const [field, type] = [tag >> 3, tag & 7]
    let value: Buffer | bigint
    if (type === 0) value = varint()
    else {
      const length = type === 1 ? 8 : type === 5 ? 4 : Number(varint())
      value = message.subarray(at, at + length)
      at += length
    }
    fields.set(field, [...(fields.get(field) ?? []), value])
  }
  return fields
}

type Fields = ReturnType<typeof fieldsOf>
const bytesIn = (fields: Fields, field: number): Buffer[] => (fields.get(field) ?? []) as Buffer[]
const inside = (fields: Fields, field: number): Fields[] => bytesIn(fields, field).map(fieldsOf)
const textIn = (fields: Fields, field: number): string => bytesIn(fields, field)[0]?.toString() ?? ''
const hexIn = (fields: Fields, field: number): string => bytesIn(fields, field)[0]?.toString('hex') ?? ''
const numberIn = (fields: Fields, field: number): number => Number((fields.get(field)?.[0] as bigint) ?? 0n)
const timeIn = (fields: Fields, field: number): number =>
  Number(bytesIn(fields, field)[0]!.readBigUInt64LE()) / 1e6

function attributesOf(fields: Fields, field: number): ReceivedSpan['attributes'] {
  return Object.fromEntries(
    inside(fields, field).map((pair) => {
      const value = inside(pair, 2)[0]!
      const [kind] = [...value.keys()]
      const said =
        kind === 1
          ? textIn(value, 1)
          : kind === 2
            ? numberIn(value, 2) === 1
            : kind === 4
              ? bytesIn(value, 4)[0]!.readDoubleLE()
              : numberIn(value, 3)
      return [textIn(pair, 1), said]
    }),
  )
}

/** The spans of an ExportTraceServiceRequest. */
function spansOf(body: Buffer): ReceivedSpan[] {
  return inside(fieldsOf(body), 1).flatMap((ofProcess) =>
    inside(ofProcess, 2)
      .flatMap((ofScope) => inside(ofScope, 2))
      .map((span) => ({
        trace_id: hexIn(span, 1),
        span_id: hexIn(span, 2),
        parent_id: hexIn(span, 4),
        name: textIn(span, 5),
        kind: numberIn(span, 6),
        start_ms: timeIn(span, 7),
        end_ms: timeIn(span, 8),
        attributes: attributesOf(span, 9),
        events: inside(span, 11).map((event) => textIn(event, 2)),
        has_failed: inside(span, 15).some((status) => numberIn(status, 3) === 2),
        resource: attributesOf(inside(ofProcess, 1)[0]!, 1),
      })),
  )
}
