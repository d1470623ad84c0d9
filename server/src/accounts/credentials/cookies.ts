import type { FastifyReply } from 'fastify'

export interface CookieRules {
  /** `__Host-svsid`, or `svsid` where the service is reached over plain http. */
  name: string
  secure: boolean
  max_age_s: number
}

/** The `__Host-` prefix needs `Secure`, and `Secure` needs https. */
export function cookieRules(public_base_url: string, max_age_s: number): CookieRules {
  const secure = public_base_url.startsWith('https://')
  return { name: secure ? '__Host-svsid' : 'svsid', secure, max_age_s }
}

/** Lax, not Strict, so that people are signed in when they follow a link from a mail or a chat. */
function attributes(rules: CookieRules) {
  return { httpOnly: true, secure: rules.secure, sameSite: 'lax', path: '/' } as const
}

const deviceCookieNames = ['__Host-svdev', 'svdev'] as const
export const deviceCookieLifetime_s = 180 * 86_400

/** The device cookie is no credential: it only chooses the counter that a failed login counts on. */
export function setDeviceCookie(reply: FastifyReply, rules: CookieRules, value: string): void {
  const [overHttps, overHttp] = deviceCookieNames
  const options = { ...attributes(rules), maxAge: deviceCookieLifetime_s }
  void reply.setCookie(rules.secure ? overHttps : overHttp, value, options)
}

export function deviceCookieOf(cookies: Record<string, string | undefined>): string | undefined {
  return deviceCookieNames.map((name) => cookies[name]).find(Boolean)
}

export function setSessionCookie(reply: FastifyReply, rules: CookieRules, value: string): void {
  void reply.setCookie(rules.name, value, { ...attributes(rules), maxAge: rules.max_age_s })
}

export function clearSessionCookie(reply: FastifyReply, rules: CookieRules): void {
  void reply.setCookie(rules.name, '', { ...attributes(rules), maxAge: 0 })
}
