import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'

/** Response schema of a CSV export. */
export const Csv = {
  description: 'CSV (RFC 4180) in UTF-8 with a header line.',
  content: { 'text/csv': { schema: Type.Unsafe<Readable>({ type: 'string' }) } },
}

/** Sends CSV as a download. */
export function sendCsv(reply: FastifyReply, file_name: string, csv: Readable): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${file_name}"`)
    .type('text/csv; charset=utf-8')
    .send(csv)
}

/**
 * Writes CSV while rows are read, one row in memory at a time. Escapes texts that a spreadsheet would read as a formula,
 * since strangers typed some of them. Numbers are amounts, with two decimals.
 */
export function toCsv<Row>(
  columns: { readonly [title: string]: (row: Row) => string | number | null },
  rows: AsyncIterable<Row>,
): Readable {
  const values = Object.values(columns)
  const lines = async function* () {
    for await (const row of rows) yield values.map((value) => value(row))
  }
  const source = Readable.from(lines())
  const csv = stringify({
    header: true,
    columns: Object.keys(columns),
    escape_formulas: true,
    record_delimiter: 'windows',
    cast: { number: (value) => value.toFixed(2) },
  })
  source.on('error', (error) => csv.destroy(error))
  csv.on('close', () => source.destroy()) // a client that leaves stops the query
  return source.pipe(csv)
}
