/**
 * Decides what a broken output means. When the reader of stdout leaves early (`clipwright tasks | head`), the command ends
 * without a word; when that of stderr leaves, it goes on. A stdout that fails otherwise, such as a full disk, ends it with 1.
 */
export function handleBrokenOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    process.stderr.write(`The output cannot be written: ${error.message}\n`)
    process.exit(1)
  })
  process.stderr.on('error', () => {})
}
