import type { Language } from '../mail/mail.ts'
import type { AppError } from '../platform/errors.ts'
import { type Html, html } from '../platform/html.ts'

/** What a page says before and after its action. */
export interface Words {
  title: string
  text: string
  button: string
  done: { title: string; text: string }
  /** What to do where the link does not work any more. */
  help: string
}

export type LinkPageName =
  | 'verify'
  | 'reset-password'
  | 'confirm-password'
  | 'confirm-email'
  | 'undo-email'
  | 'undo-deletion'

const toOperator: Record<Language, string> = {
  en: 'If you still need it, write to whoever runs this server.',
  'zh-CN': '如果仍需处理，请联系本服务器的管理员。',
}

export const linkPages: Record<LinkPageName, Record<Language, Words>> = {
  verify: {
    en: {
      title: 'Confirm your address',
      text: 'One click, and your account is ready.',
      button: 'Confirm address',
      done: { title: 'Your address is confirmed', text: 'You can sign in now.' },
      help: 'A new link lets you choose a password, and confirms the address too.',
    },
    'zh-CN': {
      title: '确认您的邮箱地址',
      text: '点击一下，您的账户即可使用。',
      button: '确认邮箱',
      done: { title: '邮箱已确认', text: '您现在可以登录了。' },
      help: '您可以获取新链接来设置密码，邮箱也会同时得到确认。',
    },
  },
  'reset-password': {
    en: {
      title: 'Choose a new password',
      text: 'All devices will be signed out.',
      button: 'Set password',
      done: {
        title: 'Your new password is set',
        text: 'All devices are signed out. Sign in with the new password.',
      },
      help: 'A new link takes a minute.',
    },
    'zh-CN': {
      title: '设置新密码',
      text: '所有设备都将退出登录。',
      button: '设置密码',
      done: { title: '新密码已设置', text: '所有设备均已退出登录，请使用新密码登录。' },
      help: '获取新链接只需一分钟。',
    },
  },
  'confirm-password': {
    en: {
      title: 'Confirm your new password',
      text: 'The password you chose becomes valid, and all devices are signed out. If you did not choose one, close this page: somebody knows your password, and you need a new one.',
      button: 'Confirm new password',
      done: {
        title: 'Your password is changed',
        text: 'All devices are signed out. Sign in with the new password.',
      },
      help: 'Change your password again, or choose a new one with a mailed link.',
    },
    'zh-CN': {
      title: '确认新密码',
      text: '确认后，您选择的新密码即生效，所有设备都将退出登录。如果不是您本人操作，请关闭此页面：有人知道您的密码，您需要重新设置。',
      button: '确认新密码',
      done: { title: '密码已更改', text: '所有设备均已退出登录，请使用新密码登录。' },
      help: '请再次更改密码，或通过邮件链接重新设置。',
    },
  },
  'confirm-email': {
    en: {
      title: 'Confirm your new address',
      text: 'Your account will use the address that this link was mailed to.',
      button: 'Confirm new address',
      done: { title: 'Your address is changed', text: 'From now on, sign in with the new one.' },
      help: 'Sign in and ask for the change again.',
    },
    'zh-CN': {
      title: '确认新的邮箱地址',
      text: '您的账户将改用收到此链接的邮箱。',
      button: '确认新邮箱',
      done: { title: '邮箱地址已更改', text: '今后请使用新邮箱登录。' },
      help: '请登录后重新申请更改。',
    },
  },
  'undo-email': {
    en: {
      title: 'Keep your address',
      text: 'The change is taken back and all devices are signed out. Your password stops working too: whoever asked for the change knew it. A mail lets you choose a new one.',
      button: 'Keep my address',
      done: {
        title: 'Your address is kept',
        text: 'All devices are signed out. A mail to choose a new password is on its way to you.',
      },
      help: toOperator.en,
    },
    'zh-CN': {
      title: '保留原邮箱',
      text: '更改将被撤销，所有设备都将退出登录。您的密码也会失效，因为申请更改的人知道它；您会收到一封邮件来设置新密码。',
      button: '保留我的邮箱',
      done: { title: '原邮箱已保留', text: '所有设备均已退出登录。设置新密码的邮件正在发送给您。' },
      help: toOperator['zh-CN'],
    },
  },
  'undo-deletion': {
    en: {
      title: 'Keep your account',
      text: 'Your account opens again, with its videos and credits.',
      button: 'Keep my account',
      done: { title: 'Your account is kept', text: 'You can sign in again.' },
      help: toOperator.en,
    },
    'zh-CN': {
      title: '保留您的账户',
      text: '您的账户将重新开放，视频和额度都会保留。',
      button: '保留我的账户',
      done: { title: '账户已保留', text: '您可以重新登录了。' },
      help: toOperator['zh-CN'],
    },
  },
}

export const common = {
  en: {
    link: 'The link from your mail',
    link_hint: 'Paste the whole link, or the part after “#t=”.',
    password: 'New password',
    rule: 'At least 8 characters. Not your address or name, and none of the most common passwords.',
    weak: 'That password can’t be used.',
    revoke_keys: 'Revoke my API keys too',
    second_factor: 'You will be asked for your second factor.',
    bad_link: 'This link does not work any more',
    bad_link_why: 'It was used, it is too old, or a newer one took its place.',
    new_link: 'Ask for a new link',
    taken: 'The address belongs to another account by now. Write to whoever runs this server.',
    too_often: 'Too many attempts. Try again in a few minutes.',
    busy: 'The server is busy. Try again in a moment.',
    failed: 'That did not work. If it stays so, tell whoever runs this server this number:',
    start: 'Start page',
  },
  'zh-CN': {
    link: '邮件中的链接',
    link_hint: '粘贴完整链接，或“#t=”之后的部分。',
    password: '新密码',
    rule: '至少 8 个字符，不能是您的邮箱或名称，也不能是最常见的密码。',
    weak: '此密码不可用。',
    revoke_keys: '同时吊销我的 API 密钥',
    second_factor: '登录时还需要您的第二重验证。',
    bad_link: '此链接已失效',
    bad_link_why: '链接已被使用、已过期，或已有更新的链接。',
    new_link: '获取新链接',
    taken: '该邮箱现在属于另一个账户，请联系本服务器的管理员。',
    too_often: '尝试次数过多，请几分钟后再试。',
    busy: '服务器繁忙，请稍后再试。',
    failed: '操作没有成功。如果一直如此，请将此编号告知本服务器的管理员：',
    start: '首页',
  },
} as const

/** The message for an error that is no fault of the link or the input. */
export function noticeOf({ status, code }: AppError, language: Language, request_id: string): Html {
  const words = common[language]
  if (code === 'email_taken') return html`${words.taken}`
  if (status === 429) return html`${words.too_often}`
  if (status === 503) return html`${words.busy}`
  return html`${words.failed} ${request_id}`
}

export const forgotPassword = {
  en: {
    title: 'Forgot your password?',
    text: 'Enter your address. If it has an account, a mail with a link is on its way.',
    email: 'E-mail address',
    bad_email: 'That is no e-mail address.',
    button: 'Send link',
    done: {
      title: 'Look into your mail',
      text: 'If the address has an account, a link to choose a new password is on its way.',
    },
  },
  'zh-CN': {
    title: '忘记密码？',
    text: '请输入您的邮箱。如果该邮箱已有账户，您将收到一封带链接的邮件。',
    email: '邮箱地址',
    bad_email: '这不是有效的邮箱地址。',
    button: '发送链接',
    done: { title: '请查看邮箱', text: '如果该邮箱已有账户，设置新密码的链接正在发送。' },
  },
} as const

export const home = {
  en: {
    title: 'This server makes videos from words',
    text: 'Clipwright is running here. Use it from the command line, or from programs of your own.',
    api: 'Address',
    docs: 'Documentation',
    docs_text: 'Every operation, with examples',
    document: 'For programs',
    version: 'Version',
    steps: ['1. Make an account', '2. Make a key for programs', '3. Ask for a video', '4. Fetch it'],
    password: 'Password',
    forgot: 'Forgot it?',
  },
  'zh-CN': {
    title: '用文字在这台服务器上生成视频',
    text: 'Clipwright 正在此处运行，可通过命令行或您自己的程序使用。',
    api: '地址',
    docs: '文档',
    docs_text: '全部操作与示例',
    document: '供程序使用',
    version: '版本',
    steps: ['1. 创建账户', '2. 为程序创建密钥', '3. 请求生成视频', '4. 下载视频'],
    password: '密码',
    forgot: '忘记密码？',
  },
} as const
