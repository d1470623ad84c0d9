import { AppError } from '../errors.ts'

/** Scopes of API keys; a session has all of them. */
export const scopes = ['video:read', 'video:write', 'agent', 'account:read', 'account:write'] as const
export type Scope = (typeof scopes)[number]

/** The authenticated caller. */
export type Principal = SessionPrincipal | ApiKeyPrincipal

/** A person who signed in. */
export interface SessionPrincipal {
  kind: 'session'
  user_id: string
  session_id: string
  role: 'user' | 'admin'
  /** Whether this login passed a second factor. */
  mfa: boolean
  signed_in_at: Date
}

/** A program with an API key. It never has its owner's role. */
export interface ApiKeyPrincipal {
  kind: 'api_key'
  user_id: string
  key_id: string
  scopes: readonly Scope[]
  /** Null for the platform's default. */
  rate_limit_per_minute: number | null
  /** Its spend limit per period, in minor units; null for none. */
  spend_cap: { cap: number; period: 'month' | 'total' } | null
}

/**
 * Who may call a route. A scope: sessions, and keys with it. `own`: any key; the use case checks ownership. `session`:
 * people only, so that a leaked key can't entrench itself. `admin`: administrators' sessions.
 */
export type Access = Scope | 'own' | 'session' | 'admin'

/** @throws AppError 403 `session_required` to an API key. */
export function sessionOf(principal: Principal): SessionPrincipal {
  if (principal.kind === 'session') return principal
  throw new AppError(403, 'session_required', 'An API key may not do this: sign in.')
}

export function mfaRequired(message: string): AppError {
  return new AppError(403, 'mfa_required', message)
}

/** @throws AppError 403 `insufficient_scope`, `session_required`, `forbidden`, `mfa_required` unless the caller has access. */
export function allow(
  principal: Principal,
  access: Access,
  { admin_mfa_required }: { admin_mfa_required: boolean },
): void {
  switch (access) {
    case 'own':
      return
    case 'session':
      sessionOf(principal)
      return
    case 'admin': {
      const { role, mfa } = sessionOf(principal)
      if (role !== 'admin') throw new AppError(403, 'forbidden', 'Only administrators may do this.')
      if (admin_mfa_required && !mfa) throw mfaRequired('Sign in with your second factor.')
      return
    }
    case 'video:read':
    case 'video:write':
    case 'agent':
    case 'account:read':
    case 'account:write':
      if (principal.kind === 'session' || principal.scopes.includes(access)) return
      throw new AppError(403, 'insufficient_scope', `This API key lacks the scope ${access}.`, {
        extra: { required_scope: access },
      })
  }
}

/** The request's effective credential; see `chooseCredential`. */
export type Credential =
  | { kind: 'api_key'; value: string }
  | { kind: 'access_token'; value: string }
  | { kind: 'cookie'; value: string }
  /** An `Authorization` header that is not a bearer token. */
  | { kind: 'unusable' }

export const apiKeyPrefix = 'svck_'

/**
 * Picks the first credential present: `X-API-Key`, `Authorization`, session cookie. An invalid one never falls through, so
 * that a dead key can't turn into somebody's cookie. Empty headers count as absent.
 */
export function chooseCredential(
  headers: { 'x-api-key'?: string | string[] | undefined; authorization?: string | undefined },
  cookie: string | undefined,
): Credential | undefined {
  const apiKey = [headers['x-api-key']].flat().join(',')
  if (apiKey) return { kind: 'api_key', value: apiKey }
  if (headers.authorization) {
    const value = /^bearer +(\S+) *$/i.exec(headers.authorization)?.[1]
    if (value === undefined) return { kind: 'unusable' }
    return value.startsWith(apiKeyPrefix) ? { kind: 'api_key', value } : { kind: 'access_token', value }
  }
  return cookie ? { kind: 'cookie', value: cookie } : undefined
}
