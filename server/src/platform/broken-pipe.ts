/**
 * Makes it no failure that the reader of an output leaves early (`check | head`): what is still said is dropped, and the
 * command goes on to its end and its exit code. Any other error of an output, such as a full disk, is thrown.
 */
export function outliveReaders(outputs: readonly NodeJS.WritableStream[]): void {
  for (const output of outputs) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}
