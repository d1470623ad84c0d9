/** Seconds to wait before the attempt after `failed_attempts` failures: doubles from 2 to at most 60. */
export function retryDelay_s(failed_attempts: number): number {
  return Math.min(60, 2 ** failed_attempts)
}

/** What the owner is told of a failure: how often it was tried, where that was more than once. */
export function failureText(failure: { message: string }, failed_attempts: number): string {
  return failed_attempts > 1 ? `${failure.message} It was tried ${failed_attempts} times.` : failure.message
}
