import type { Language } from '../language.ts'
import type { Mail } from '../mailer.ts'
import { compose, dayInWords, inWords } from './layout.ts'

// Mails with a link. None of them contains the nickname: some go to addresses that nobody has confirmed, and whoever
// registered such an address could make us mail a text of their own to it.

export interface MailedLink {
  link: string
  expires_in_s: number
}

export function verifyMail(language: Language, { link, expires_in_s }: MailedLink): Mail {
  const within = inWords(expires_in_s, language)
  return compose('verify_email', language, {
    en: {
      subject: 'Confirm your address',
      lines: ['One step is left: confirm that this address is yours, and your account is ready.'],
      button: { label: 'Confirm address', link },
      note: `The link works for ${within}. If you did not sign up, ignore this mail: nothing happens without the link.`,
    },
    'zh-CN': {
      subject: '确认您的邮箱地址',
      lines: ['只差一步：请确认此邮箱属于您，您的账户即可使用。'],
      button: { label: '确认邮箱', link },
      note: `链接在 ${within}内有效。如果您没有注册，请忽略此邮件，不点击链接就不会有任何变化。`,
    },
  })
}

/** For the owner of an address that somebody tried to register again. `link` leads to the forgotten-password page. */
export function alreadyRegisteredMail(language: Language, { link }: { link: string }): Mail {
  return compose('already_registered', language, {
    en: {
      subject: 'You already have an account',
      lines: [
        'Somebody, probably you, tried to sign up with this address. It has an account already: just sign in.',
        'If you forgot your password, you can choose a new one.',
      ],
      button: { label: 'Choose a new password', link },
      note: 'If it was not you, nothing needs to be done: your account has not changed.',
    },
    'zh-CN': {
      subject: '您已经有账户了',
      lines: [
        '有人（可能是您本人）尝试用此邮箱注册。该邮箱已有账户，直接登录即可。',
        '如果忘记了密码，可以重新设置。',
      ],
      button: { label: '重新设置密码', link },
      note: '如果不是您本人操作，无需处理：您的账户没有任何变化。',
    },
  })
}

export function resetPasswordMail(language: Language, { link, expires_in_s }: MailedLink): Mail {
  const within = inWords(expires_in_s, language)
  return compose('reset_password', language, {
    en: {
      subject: 'Choose a new password',
      lines: [
        'Somebody asked for a new password for your account. Choose it here; all devices will be signed out.',
      ],
      button: { label: 'Choose a new password', link },
      note: `The link works once, for ${within}. If you did not ask for it, ignore this mail: your password stays as it is.`,
    },
    'zh-CN': {
      subject: '重新设置密码',
      lines: ['有人请求为您的账户设置新密码。请在此设置；所有设备都将退出登录。'],
      button: { label: '重新设置密码', link },
      note: `链接只能使用一次，${within}内有效。如果不是您的请求，请忽略此邮件，您的密码不会改变。`,
    },
  })
}

export function confirmPasswordChangeMail(language: Language, { link, expires_in_s }: MailedLink): Mail {
  const within = inWords(expires_in_s, language)
  return compose('confirm_password_change', language, {
    en: {
      subject: 'Confirm your new password',
      lines: [
        'You asked to change your password. It changes once you confirm it; all devices will be signed out.',
      ],
      button: { label: 'Confirm new password', link },
      note: `The link works once, for ${within}. If it was not you, somebody knows your password: do not confirm, and choose a new one at once.`,
    },
    'zh-CN': {
      subject: '确认新密码',
      lines: ['您请求更改密码。确认后密码才会更改，所有设备都将退出登录。'],
      button: { label: '确认新密码', link },
      note: `链接只能使用一次，${within}内有效。如果不是您本人操作，说明有人知道您的密码：请不要确认，并立即重新设置密码。`,
    },
  })
}

/** To the new address. */
export function confirmEmailChangeMail(language: Language, { link, expires_in_s }: MailedLink): Mail {
  const within = inWords(expires_in_s, language)
  return compose('confirm_email_change', language, {
    en: {
      subject: 'Confirm your new address',
      lines: ['Somebody asked to use this address for an account. Confirm it if that was you.'],
      button: { label: 'Confirm new address', link },
      note: `The link works once, for ${within}. If it was not you, ignore this mail.`,
    },
    'zh-CN': {
      subject: '确认新的邮箱地址',
      lines: ['有人请求将此邮箱用于一个账户。如果是您本人，请确认。'],
      button: { label: '确认新邮箱', link },
      note: `链接只能使用一次，${within}内有效。如果不是您本人操作，请忽略此邮件。`,
    },
  })
}

/** To the old address, when the change is asked for: the link undoes it before and after it was confirmed. */
export function emailChangeMail(
  language: Language,
  { link, expires_in_s, new_email }: MailedLink & { new_email: string },
): Mail {
  const within = inWords(expires_in_s, language)
  return compose('email_change', language, {
    en: {
      subject: 'Your address is about to change',
      lines: [
        `Your account was asked to use another address: ${new_email}. It changes once that address is confirmed.`,
        'If that was you, there is nothing to do. If not, keep this address here: all devices will be signed out.',
      ],
      button: { label: 'Keep this address', link },
      note: `The link works for ${within}, also after the change. Choose a new password afterwards: somebody knows yours.`,
    },
    'zh-CN': {
      subject: '您的邮箱地址即将更改',
      lines: [
        `有人请求将您账户的邮箱改为：${new_email}。该地址确认后即会更改。`,
        '如果是您本人操作，无需处理。如果不是，请在此保留原邮箱，所有设备都将退出登录。',
      ],
      button: { label: '保留原邮箱', link },
      note: `链接在 ${within}内有效，更改之后也可使用。之后请重新设置密码，因为有人知道您的密码。`,
    },
  })
}

/** `link` undoes the deletion until `deletion_at`. */
export function deletionMail(
  language: Language,
  { link, deletion_at }: { link: string; deletion_at: Date },
): Mail {
  const day = dayInWords(deletion_at, language)
  return compose('account_deletion', language, {
    en: {
      subject: 'Your account will be deleted',
      lines: [
        `Your account is closed and will be deleted on ${day}, with its videos and its remaining credits.`,
        'Until then you can have it back.',
      ],
      button: { label: 'Keep my account', link },
      note: 'If you did not ask for this, keep your account and choose a new password.',
    },
    'zh-CN': {
      subject: '您的账户将被删除',
      lines: [
        `您的账户已关闭，并将于 ${day}删除，其中的视频和剩余额度也会一并删除。`,
        '在此之前，您可以恢复账户。',
      ],
      button: { label: '保留我的账户', link },
      note: '如果不是您的请求，请保留账户并重新设置密码。',
    },
  })
}
