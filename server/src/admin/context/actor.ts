import type { FastifyRequest } from 'fastify'
import type { Origin } from '../../audit/audit.ts'
import { type Language, languageOf } from '../../mail/mail.ts'
import { type SessionPrincipal, sessionOf } from '../../platform/http/principal.ts'

/** The administrator who sends the request. */
export interface Actor extends SessionPrincipal {
  origin: Origin
  /** The language of mails that the request causes. */
  language: Language
}

export function actorOf(request: FastifyRequest): Actor {
  return {
    ...sessionOf(request.principal),
    origin: { ip: request.ip, request_id: request.id },
    language: languageOf(request.headers['accept-language']),
  }
}
