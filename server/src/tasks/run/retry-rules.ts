/** The backoff in seconds after so many failed attempts: doubles from 2 to at most 60. */
export function retryDelay_s(failed_attempts: number): number {
  return Math.min(60, 2 ** failed_attempts)
}

/** The message to the owner, with the number of attempts if there were several. */
export function failureText(failure: { message: string }, failed_attempts: number): string {
  return failed_attempts > 1 ? `${failure.message} It was tried ${failed_attempts} times.` : failure.message
}
