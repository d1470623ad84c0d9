import type { FastifyRequest } from 'fastify'
import { languageOf } from '../../mail/mail.ts'
import type { SignInOptions } from '../../platform/http/sign-in.ts'
import type { AccountDeps, Client } from '../account/context.ts'
import { type CookieRules, deviceCookieOf } from './cookies.ts'

export interface AccountRouteDeps {
  accounts: AccountDeps
  cookies: CookieRules
  origins: SignInOptions['origins']
}

export function clientOf(request: FastifyRequest): Client {
  return {
    ip: request.ip,
    user_agent: request.headers['user-agent']?.toWellFormed() ?? null,
    request_id: request.id,
    device_cookie: deviceCookieOf(request.cookies),
    language: languageOf(request.headers['accept-language']),
  }
}
