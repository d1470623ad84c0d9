import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'

/** The body of a route that answers with a table. */
export const Csv = {
  description: 'CSV (RFC 4180) in UTF-8 with a header line.',
  content: { 'text/csv': { schema: Type.Unsafe<Readable>({ type: 'string' }) } },
}

/** Sends a table as a file to be saved. */
export function sendCsv(reply: FastifyReply, file_name: string, csv: Readable): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${file_name}"`)
    .type('text/csv; charset=utf-8')
    .send(csv)
}

/**
 * A table, written while its rows are read: one line of memory, however long it gets. Texts that a spreadsheet would take
 * for a formula are marked as text, since some of them were typed by strangers. Numbers are amounts, with two decimals.
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
  csv.on('close', () => source.destroy()) // a reader that goes away ends the reading
  return source.pipe(csv)
}
