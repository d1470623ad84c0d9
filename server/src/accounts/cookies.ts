import type { FastifyReply } from 'fastify'

export interface CookieRules {
  /** `__Host-svsid`, or `svsid` where the service is reached over plain http. */
  name: string
  secure: boolean
  max_age_s: number
}

/** Browsers accept the `__Host-` prefix only with `Secure`, and `Secure` only over https. */
export function cookieRules(public_base_url: string, max_age_s: number): CookieRules {
  const secure = public_base_url.startsWith('https://')
  return { name: secure ? '__Host-svsid' : 'svsid', secure, max_age_s }
}

/** Lax, not Strict: links from mails and chats open signed in. */
function attributes(rules: CookieRules) {
  return { httpOnly: true, secure: rules.secure, sameSite: 'lax', path: '/' } as const
}

export function setSessionCookie(reply: FastifyReply, rules: CookieRules, value: string): void {
  void reply.setCookie(rules.name, value, { ...attributes(rules), maxAge: rules.max_age_s })
}

export function clearSessionCookie(reply: FastifyReply, rules: CookieRules): void {
  void reply.setCookie(rules.name, '', { ...attributes(rules), maxAge: 0 })
}
