import { limitTable } from '../limit-table.ts'
import { limitSubject, type RateLimiter } from '../rate-limit.ts'
import type { App } from './app.ts'

/**
 * Refuses a network that sends too many requests before anything is done for them. The machine itself is not counted: its address
 * is that of a proxy whose name is missing in TRUSTED_PROXIES, which would count everybody as one.
 */
export function limitRequests(app: App, limiter: Pick<RateLimiter, 'takeHere'>): void {
  app.addHook('onRequest', async ({ ip }) => {
    if (!isOwn(ip)) await limiter.takeHere(limitTable.requests_of_network, limitSubject(ip))
  })
}

function isOwn(ip: string): boolean {
  return ip.startsWith('127.') || ip === '::1' || ip.startsWith('::ffff:127.')
}
