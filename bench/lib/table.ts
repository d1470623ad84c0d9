/** The value below which a share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Rows in columns as wide as what they hold; numbers to the right. */
export function printTable(header: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const text = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? round(cell) : cell)))
  const widths = header.map((name, column) =>
    Math.max(name.length, ...text.map((row) => row[column]!.length)),
  )
  const line = (cells: readonly string[], numeric: readonly boolean[]): string =>
    cells.map((cell, i) => (numeric[i] ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!))).join('  ')
  const numeric = header.map((_, column) => typeof rows[0]?.[column] === 'number')
  console.log(line(header, numeric))
  console.log(widths.map((width) => '-'.repeat(width)).join('  '))
  for (const row of text) console.log(line(row, numeric))
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
