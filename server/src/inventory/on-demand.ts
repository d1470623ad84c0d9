/** What starts or stops an engine. It may be used again before the first use had an effect. */
export type Switch =
  /** A program with its arguments, without a shell, on the worker's machine. */
  | { command: readonly string[] }
  /** A POST, which any 2xx answers. */
  | { url: string; headers: Readonly<Record<string, string>>; body: unknown }

/** How an engine is started and stopped by need. */
export interface OnDemand {
  start: Switch
  stop: Switch
  /** A task has waited so many seconds before the engine is started for it. */
  wait_s: number
  /** Without a task for so many seconds it is stopped. */
  idle_s: number
  /** Assumed seconds of a start, until one was measured. */
  start_s: number
  /** A start or a stop that takes more seconds has failed. */
  give_up_s: number
}
