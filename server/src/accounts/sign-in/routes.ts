import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { App } from '../../platform/http/app.ts'
import { errors, NoBody, Nullable } from '../../platform/http/input/schemas.ts'
import { refuseCrossSite } from '../../platform/http/sign-in.ts'
import type { IssuedSession } from '../account/context.ts'
import { type AccountRouteDeps, clientOf } from '../credentials/client.ts'
import {
  clearSessionCookie,
  type CookieRules,
  setDeviceCookie,
  setSessionCookie,
} from '../credentials/cookies.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { passMfa } from './pass-mfa.ts'
import { refresh } from './refresh.ts'
import { register } from './register.ts'
import {
  LoginRequest,
  LoginResponse,
  MfaConfirmRequest,
  MfaLoginSuccess,
  RefreshRequest,
  RegisterRequest,
  TokenPair,
  VerificationRequired,
} from './schemas.ts'

/** The body of a session's answer: with mode `cookie` it has no tokens, so that a page's scripts can't read any. */
export function bodyOf(session: IssuedSession) {
  const { session_id, mode, access_token, refresh_token, expires_in, refresh_expires_in } = session
  const shown = { access_token, refresh_token, expires_in, refresh_expires_in }
  const hidden = { access_token: null, refresh_token: null, expires_in: null, refresh_expires_in: null }
  return { ...(mode === 'cookie' ? hidden : shown), token_type: 'bearer' as const, session_id }
}

/** Sets the cookies of an opened session; mode `token` has none. */
export function setCookies(reply: FastifyReply, rules: CookieRules, session: IssuedSession): void {
  if (session.cookie === null) return
  setSessionCookie(reply, rules, session.cookie)
  if (session.device_cookie) setDeviceCookie(reply, rules, session.device_cookie)
}

/** Sign-up, sign-in, refresh and logout. They need no credentials, and may set cookies. */
export function signInRoutes(app: App, { accounts, cookies, origins }: AccountRouteDeps): void {
  void app.register((scope, _options, done) => {
    const auth = scope as App
    auth.addHook('onRequest', async (request) => {
      refuseCrossSite(request, origins) // a foreign page must not sign its visitors in, out or up
    })
    const setCookie = (reply: FastifyReply, session: IssuedSession): void =>
      setCookies(reply, cookies, session)

    auth.post(
      '/api/v1/auth/register',
      {
        schema: {
          operationId: 'register',
          summary: 'Create an account',
          tags: ['Accounts'],
          security: [],
          body: RegisterRequest,
          response: { 201: Type.Union([TokenPair, VerificationRequired]), ...errors(403, 409, 429, 503) },
        },
      },
      async (request, reply) => {
        const result = await register(accounts, request.body, clientOf(request))
        if ('verification_required' in result) return reply.code(201).send(result)
        setCookie(reply, result)
        return reply.code(201).send(bodyOf(result))
      },
    )

    auth.post(
      '/api/v1/auth/login',
      {
        schema: {
          operationId: 'logIn',
          summary: 'Sign in with a password',
          tags: ['Accounts'],
          security: [],
          body: LoginRequest,
          response: { 200: LoginResponse, ...errors(401, 403, 423, 429, 503) },
        },
      },
      async (request, reply) => {
        const session = await logIn(accounts, request.body, clientOf(request))
        if ('mfa_required' in session) return session
        setCookie(reply, session)
        return { ...bodyOf(session), mfa_required: false as const }
      },
    )

    auth.post(
      '/api/v1/auth/mfa',
      {
        schema: {
          operationId: 'passMfa',
          summary: 'Sign in with a second factor',
          description: 'After a login that answered `mfa_required`. A code works once; a token allows five.',
          tags: ['Accounts'],
          security: [],
          body: MfaConfirmRequest,
          response: { 200: MfaLoginSuccess, ...errors(401, 403, 423, 503) },
        },
      },
      async (request, reply) => {
        const session = await passMfa(accounts, request.body, clientOf(request))
        setCookie(reply, session)
        const { recovery_codes_remaining } = session
        return {
          ...bodyOf(session),
          mfa_required: false as const,
          ...(recovery_codes_remaining !== undefined && { recovery_codes_remaining }),
        }
      },
    )

    auth.post(
      '/api/v1/auth/refresh',
      {
        schema: {
          operationId: 'refreshTokens',
          summary: 'Exchange a refresh token for a new pair',
          description:
            'Each refresh token works once. Showing a spent one ends every session of the account.',
          tags: ['Accounts'],
          security: [],
          body: RefreshRequest,
          response: { 200: TokenPair, ...errors(401, 409, 429, 503) },
        },
      },
      async (request, reply) => {
        const arrived_at = performance.now() - reply.elapsedTime
        return bodyOf(await refresh(accounts, request.body.refresh_token, clientOf(request), arrived_at))
      },
    )

    auth.post(
      '/api/v1/auth/logout',
      {
        schema: {
          operationId: 'logOut',
          summary: 'End a session',
          description:
            'Of the refresh token, or without one of the session cookie. The access token expires by itself.',
          tags: ['Accounts'],
          security: [],
          body: Nullable(RefreshRequest),
          response: { 204: NoBody, ...errors(503) },
        },
      },
      async (request, reply) => {
        const refresh_token = request.body?.refresh_token
        await logOut(accounts, { refresh_token, cookie: request.cookies[cookies.name] }, clientOf(request))
        clearSessionCookie(reply, cookies)
        return reply.code(204).header('clear-site-data', '"storage"').send(null)
      },
    )
    done()
  })
}
