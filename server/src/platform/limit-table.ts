import type { LimitChanges, RateLimit } from './rate-limit.ts'

const minute_s = 60
const hour_s = 3600
const day_s = 86_400

interface Rule extends RateLimit {
  /** What is counted: a caller's network, a user, an address of a mail, a session, or an API key. */
  by: 'network' | 'user' | 'mail_address' | 'session' | 'api_key'
  /** What counts as one. */
  what: string
}

/** Gives each rule its name. */
function named<Table extends Record<string, Omit<Rule, 'name'>>>(
  table: Table,
): { readonly [Name in keyof Table & string]: Rule & { name: Name } } {
  const entries = Object.entries(table).map(([name, rule]) => [name, { name, ...rule }])
  return Object.fromEntries(entries) as never
}

/**
 * All limits of how often something may be done, with what holds until an administrator changes it. Generous where they count by
 * network, since a whole office can share one IP address; an IPv6 network has 64 bits. docs/operating/limits.md is made from this.
 */
export const limitTable = named({
  requests_of_network: {
    by: 'network',
    points: 12_000,
    per_s: minute_s,
    what: 'requests of any kind, in each process; the machine itself is not counted',
  },
  requests_of_user: {
    by: 'user',
    points: 6_000,
    per_s: minute_s,
    what: 'requests with a credential, in each process',
  },
  api_key: {
    by: 'api_key',
    points: 600,
    per_s: minute_s,
    what: 'requests with a key that has no rate of its own',
  },
  'failed-logins': {
    by: 'network',
    points: 50,
    per_s: 15 * minute_s,
    what: 'failed sign-ins, for any account',
  },
  'failed-setups': {
    by: 'network',
    points: 50,
    per_s: 15 * minute_s,
    what: 'wrong tokens of the link that makes the first administrator',
  },
  'invite-codes': { by: 'network', points: 10, per_s: hour_s, what: 'wrong invite codes' },
  register: { by: 'network', points: 100, per_s: hour_s, what: 'registrations' },
  'mail-links': {
    by: 'network',
    points: 30,
    per_s: hour_s,
    what: 'mailed links asked for: lost passwords and verifications',
  },
  'mail-register-minute': { by: 'mail_address', points: 5, per_s: minute_s, what: 'mails to who registers' },
  'mail-register-day': { by: 'mail_address', points: 10, per_s: day_s, what: 'mails to who registers' },
  'mail-forgot-minute': { by: 'mail_address', points: 1, per_s: minute_s, what: 'links for a lost password' },
  'mail-forgot-day': { by: 'mail_address', points: 5, per_s: day_s, what: 'links for a lost password' },
  'mail-resend-minute': {
    by: 'mail_address',
    points: 1,
    per_s: minute_s,
    what: 'links to verify an address',
  },
  'mail-resend-day': { by: 'mail_address', points: 5, per_s: day_s, what: 'links to verify an address' },
  'mail-change-email-minute': {
    by: 'mail_address',
    points: 5,
    per_s: minute_s,
    what: 'links to a new address',
  },
  'mail-change-email-day': { by: 'mail_address', points: 5, per_s: day_s, what: 'links to a new address' },
  'change-email': { by: 'user', points: 10, per_s: day_s, what: 'changes of the address asked for' },
  refresh: { by: 'session', points: 30, per_s: minute_s, what: 'renewals of an access token' },
  avatar: { by: 'network', points: 600, per_s: minute_s, what: 'avatars looked at' },
  provenance: { by: 'network', points: 300, per_s: minute_s, what: 'questions for the origin of a file' },
  upload: { by: 'user', points: 120, per_s: hour_s, what: 'uploads begun' },
  fetch_picture: { by: 'user', points: 60, per_s: 10 * minute_s, what: 'pictures fetched from an address' },
  agent: { by: 'user', points: 20, per_s: minute_s, what: 'questions to a prompt helper' },
  'export-transactions': { by: 'user', points: 30, per_s: hour_s, what: 'exports of the history of money' },
  export: { by: 'user', points: 1, per_s: hour_s, what: 'exports of everything about an account' },
  'webhook-test': { by: 'user', points: 10, per_s: minute_s, what: 'test events to an endpoint' },
  'webhook-redeliver': { by: 'user', points: 60, per_s: minute_s, what: 'deliveries sent again' },
  'test-mails': { by: 'user', points: 10, per_s: 10 * minute_s, what: 'test mails of an administrator' },
})

export type LimitName = keyof typeof limitTable

export function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(limitTable, name)
}

/** The table with the values that hold and those that would without any change. */
export function listLimits(changes: LimitChanges) {
  return Object.values(limitTable).map(({ points, per_s, ...rule }) => ({
    ...rule,
    points,
    per_s,
    ...changes[rule.name],
    default_points: points,
    default_per_s: per_s,
  }))
}
