import type { Switch } from '../../inventory/inventory.ts'
import { run } from '../../platform/media/run.ts'

/** Uses a switch and waits for its end. @throws Error that says what happened, without secrets. */
export async function flip(
  to: Switch,
  { signal, timeout_ms }: { signal: AbortSignal; timeout_ms: number },
): Promise<void> {
  if ('command' in to) {
    const [program, ...args] = to.command
    await run(program!, args, { signal, timeout_ms })
    return
  }
  const response = await fetch(to.url, {
    method: 'POST',
    headers: { ...to.headers, ...(to.body !== undefined && { 'content-type': 'application/json' }) },
    ...(to.body !== undefined && { body: JSON.stringify(to.body) }),
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeout_ms)]),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The answer was ${response.status}.`)
}
