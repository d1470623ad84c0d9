import type { FastifyRequest } from 'fastify'
import { keyedRequest } from '../../platform/http/idempotency-key.ts'
import { spenderOf } from '../../wallet/wallet.ts'
import type { Submitter } from './submit-task.ts'

/** Who submits with this request; its route must be `idempotent`. */
export function submitterOf(request: FastifyRequest): Submitter {
  return {
    user_id: request.principal.user_id,
    request_id: request.id,
    spender: spenderOf(request.principal),
    keyed: keyedRequest(request),
  }
}
