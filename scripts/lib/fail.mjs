/** An error for the user, which is printed without a stack. */
export class Hint extends Error {}

/**
 * Runs a script's body. Its result is the exit code. A `Hint` is printed as it is; any other error is a bug, and its stack is printed.
 *
 * @param {() => Promise<number>} body
 */
export async function main(body) {
  try {
    process.exitCode = await body()
  } catch (error) {
    console.error(error instanceof Hint ? `\n${error.message}\n` : error)
    process.exitCode = 1
  }
}
