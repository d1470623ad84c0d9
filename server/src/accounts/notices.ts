import type { Language, Mail } from '../mail/mail.ts'

// Stand-ins until the templates of `mail` are there under the same names.

function plain(template: string, subject: string, text: string): Mail {
  return { template, subject, text, html: `<p>${text}</p>` }
}

const advice = 'If this was not you, change your password.'

export function mfaEnabledMail(_language: Language): Mail {
  return plain(
    'mfa_enabled',
    'Two-step sign-in is on',
    `Your account now asks for a code at sign-in. ${advice}`,
  )
}

export function mfaDisabledMail(_language: Language): Mail {
  return plain('mfa_disabled', 'Two-step sign-in is off', `Your account no longer asks for a code. ${advice}`)
}

export function recoveryCodeUsedMail(_language: Language, { remaining }: { remaining: number }): Mail {
  const text = `A recovery code was used on your account; ${remaining} are left. ${advice}`
  return plain('recovery_code_used', 'A recovery code was used', text)
}

export function recoveryCodesRegeneratedMail(_language: Language): Mail {
  const text = `Your account has new recovery codes; the old ones are void. ${advice}`
  return plain('recovery_codes_regenerated', 'New recovery codes', text)
}

export function lockedMail(_language: Language): Mail {
  const text = `After too many wrong codes your account is locked for a quarter of an hour. ${advice}`
  return plain('account_locked', 'Your account was locked for a while', text)
}
