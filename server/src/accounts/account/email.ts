import { domainToASCII } from 'node:url'
import { invalid } from '../../platform/errors.ts'

export interface Email {
  /** As typed, but trimmed: for display and for sending. */
  address: string
  /** Lower-case, with the domain in ASCII. Two addresses with the same identity are one account. */
  identity: string
}

// ASCII only, so that two different local parts never look alike or fold to the same. No quotes, commas, controls or second @.
const localPart = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/
// domainToASCII parses a URL host: it drops what follows / ? # or \, and decodes %. This pattern refuses such text first.
const domainText = /^(?:[A-Za-z0-9.-]|[^\p{ASCII}\p{C}\p{Z}])+$/u
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Returns the identity of a stored address, which was parsed when it was stored. */
export function identityOf(stored: string): string {
  return parseEmail(stored)?.identity ?? stored.toLowerCase()
}

/** Returns undefined unless the text has 3 to 254 characters, one @, an ASCII local part and a domain with a dot. */
export function parseEmail(typed: string): Email | undefined {
  const address = typed.trim()
  if (address.length < 3 || address.length > 254) return undefined
  const [local, domain, ...rest] = address.split('@')
  if (local === undefined || domain === undefined || rest.length > 0) return undefined
  if (!localPart.test(local) || !domainText.test(domain)) return undefined
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return undefined
  const labels = domainToASCII(domain).toLowerCase().split('.')
  if (labels.length < 2 || !labels.every((part) => label.test(part))) return undefined
  // A numeric top label would be an IP address, which domainToASCII rewrites.
  if (/^\d+$/.test(labels.at(-1)!)) return undefined
  const identity = `${local.toLowerCase()}@${labels.join('.')}`
  return identity.length > 254 ? undefined : { address, identity }
}

/** @throws ValidationError at `field` of the body when `parseEmail` refuses the text. */
export function checkedEmail(typed: string, field = 'email'): Email {
  const email = parseEmail(typed)
  if (!email) throw invalid(['body', field], 'Input must be an e-mail address')
  return email
}
