import type { Language } from '../language.ts'
import type { Mail } from '../mailer.ts'
import { compose } from './layout.ts'

// Mails that tell what happened, without a link. They say what to do if it was not the reader who did it.

type Words = { subject: string; lines: readonly string[] }

const notYou: Record<Language, string> = {
  en: 'If this was not you, choose a new password at once, with “Forgot password” on the sign-in page.',
  'zh-CN': '如果不是您本人操作，请立即在登录页面使用“忘记密码”重新设置密码。',
}

function notice(template: string, language: Language, en: Words, zh: Words): Mail {
  return compose(template, language, {
    en: { ...en, note: notYou.en },
    'zh-CN': { ...zh, note: notYou['zh-CN'] },
  })
}

export function passwordChangedMail(language: Language): Mail {
  return notice(
    'password_changed',
    language,
    { subject: 'Your password was changed', lines: ['The password of your account was changed.'] },
    { subject: '您的密码已更改', lines: ['您账户的密码已更改。'] },
  )
}

export function passwordWasResetMail(language: Language): Mail {
  return notice(
    'password_reset',
    language,
    {
      subject: 'Your password was reset',
      lines: ['A new password was set with a link from a mail, and all devices were signed out.'],
    },
    { subject: '您的密码已重置', lines: ['已通过邮件链接设置了新密码，所有设备均已退出登录。'] },
  )
}

export function emailChangedMail(language: Language, { new_email }: { new_email: string }): Mail {
  return notice(
    'email_changed',
    language,
    {
      subject: 'Your address was changed',
      lines: [
        `Your account now uses ${new_email}. This address can no longer sign in.`,
        'An earlier mail has a link that takes the change back.',
      ],
    },
    {
      subject: '您的邮箱地址已更改',
      lines: [
        `您的账户现在使用 ${new_email}，此邮箱不能再用于登录。`,
        '之前的邮件中有一个可以撤销更改的链接。',
      ],
    },
  )
}

/** A spent refresh token was used again, so every session has been ended. */
export function reuseAlarmMail(language: Language): Mail {
  return notice(
    'reuse_alarm',
    language,
    {
      subject: 'All devices were signed out',
      lines: [
        'A sign-in of your account was used twice, as happens when somebody has copied it. To be safe, all devices were signed out.',
        'Sign in again to go on.',
      ],
    },
    {
      subject: '所有设备均已退出登录',
      lines: [
        '您账户的一个登录凭据被重复使用，可能已被他人复制。为安全起见，所有设备均已退出登录。',
        '请重新登录以继续使用。',
      ],
    },
  )
}

export function mfaEnabledMail(language: Language): Mail {
  return notice(
    'mfa_enabled',
    language,
    {
      subject: 'Two-step sign-in is on',
      lines: ['Signing in to your account now also needs a code from your authenticator app.'],
    },
    { subject: '两步验证已开启', lines: ['现在登录您的账户还需要验证器应用中的验证码。'] },
  )
}

export function mfaDisabledMail(language: Language): Mail {
  return notice(
    'mfa_disabled',
    language,
    {
      subject: 'Two-step sign-in is off',
      lines: ['Your account is now protected by its password alone.'],
    },
    { subject: '两步验证已关闭', lines: ['现在您的账户仅由密码保护。'] },
  )
}

export function recoveryCodeUsedMail(language: Language, { remaining }: { remaining: number }): Mail {
  return notice(
    'recovery_code_used',
    language,
    {
      subject: 'A recovery code was used',
      lines: [
        'Somebody signed in to your account with a recovery code instead of the authenticator app.',
        `Codes that are left: ${remaining}.`,
      ],
    },
    {
      subject: '已使用一个恢复码',
      lines: ['有人使用恢复码（而不是验证器应用）登录了您的账户。', `剩余恢复码：${remaining} 个。`],
    },
  )
}

export function recoveryCodesRegeneratedMail(language: Language): Mail {
  return notice(
    'recovery_codes_regenerated',
    language,
    {
      subject: 'You have new recovery codes',
      lines: ['New recovery codes were made for your account. The old ones no longer work.'],
    },
    { subject: '恢复码已更新', lines: ['您的账户已生成新的恢复码，旧的恢复码不再有效。'] },
  )
}

/** Too many wrong codes; the lock ends by itself. */
export function lockedMail(language: Language): Mail {
  return notice(
    'account_locked',
    language,
    {
      subject: 'Your account was locked for a while',
      lines: [
        'There were many failed attempts to sign in to your account. To be safe, new devices must wait a few minutes.',
        'Devices that are signed in already are not affected.',
      ],
    },
    {
      subject: '您的账户已被暂时锁定',
      lines: ['有人多次尝试登录您的账户均失败。为安全起见，新设备需要等待几分钟。', '已登录的设备不受影响。'],
    },
  )
}

export function apiKeyCreatedMail(language: Language, { name }: { name: string }): Mail {
  return notice(
    'api_key_created',
    language,
    {
      subject: 'A new API key was made',
      lines: [`Your account has a new API key: ${name}.`, 'You can revoke it in your settings.'],
    },
    {
      subject: '已创建新的 API 密钥',
      lines: [`您的账户新增了一个 API 密钥：${name}。`, '您可以在设置中将其撤销。'],
    },
  )
}

/** `gone`: the endpoint answered 410. `failing`: it has accepted nothing for days. */
export function webhookDisabledMail(
  language: Language,
  { host, reason }: { host: string; reason: 'gone' | 'failing' },
): Mail {
  const why = {
    gone: {
      en: `Your webhook at ${host} answered that it is gone for good (410), so nothing more is sent to it.`,
      zh: `您在 ${host} 的 Webhook 回应已永久停用（410），因此不再向其发送任何内容。`,
    },
    failing: {
      en: `Your webhook at ${host} has taken nothing for five days, so nothing more is sent to it.`,
      zh: `您在 ${host} 的 Webhook 已连续五天未成功接收，因此不再向其发送任何内容。`,
    },
  }[reason]
  return compose('webhook_disabled', language, {
    en: {
      subject: 'A webhook was switched off',
      lines: [why.en, 'When it works again, switch it on in your settings. Its log says what went wrong.'],
    },
    'zh-CN': {
      subject: '一个 Webhook 已被停用',
      lines: [why.zh, '恢复正常后，请在设置中重新启用。失败原因可在其投递记录中查看。'],
    },
  })
}

/** For an administrator who tries whether mails arrive. */
export function testMail(language: Language): Mail {
  return compose('test_mail', language, {
    en: {
      subject: 'Mails from this server arrive',
      lines: ['An administrator, probably you, asked for this test. There is nothing to do.'],
    },
    'zh-CN': {
      subject: '此服务器的邮件可以送达',
      lines: ['有管理员（可能是您本人）发送了这封测试邮件，无需处理。'],
    },
  })
}
