import { invalid } from '../platform/errors.ts'
import { type Email, parseEmail } from './email.ts'

/** @throws ValidationError at `field` of the body when it can't be an address. */
export function checkedEmail(typed: string, field = 'email'): Email {
  const email = parseEmail(typed)
  if (!email) throw invalid(['body', field], 'Input must be an e-mail address')
  return email
}
