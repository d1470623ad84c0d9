/** What a person has to know and do; shown without a stack. */
export class Hint extends Error {}

/**
 * Runs a script's body: its number is the exit code, a `Hint` is shown as it is, anything else is a bug of ours.
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
