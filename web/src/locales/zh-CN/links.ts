import type { links as english } from '../en/links.ts'
import type { Words } from '../words.ts'

const toOperator = '如果仍需处理，请联系本服务器的管理员。'

export const links: Words<typeof english> = {
  link: '邮件中的链接',
  linkHint: '粘贴完整链接，或“#t=”之后的部分。',
  bad: '此链接已失效',
  badWhy: '它已被使用、已过期，或已有更新的链接。',
  newLink: '获取新链接',
  toSignIn: '登录',
  secondFactor: '登录时还需要两步验证。',
  verify: {
    title: '确认你的邮箱',
    text: '点击一下，账户即可使用。',
    action: '确认邮箱',
    doneTitle: '邮箱已确认',
    done: '现在可以登录了。',
    help: '如果之前已经确认过，直接登录即可；否则可以获取新链接来设置密码，邮箱也会同时得到确认。',
  },
  reset: {
    title: '设置新密码',
    text: '所有设备都将退出登录。',
    revokeKeys: '同时吊销我的 API 密钥',
    action: '设置密码',
    doneTitle: '新密码已设置',
    done: '所有设备均已退出，请使用新密码登录。',
    help: '获取新链接只需一分钟。',
  },
  'confirm-password': {
    title: '确认新密码',
    text: '确认后，你选择的新密码即生效，所有设备都将退出登录。如果不是你本人操作，请关闭此页面：有人知道你的密码，你需要换一个。',
    action: '确认新密码',
    doneTitle: '密码已更改',
    done: '所有设备均已退出，请使用新密码登录。',
    help: '请再次更改密码，或通过邮件链接重新设置。',
  },
  'confirm-email': {
    title: '确认新邮箱',
    text: '你的账户将改用收到此链接的邮箱。',
    action: '确认新邮箱',
    doneTitle: '邮箱已更改',
    done: '今后请使用新邮箱登录。',
    help: '请登录后重新申请更改。',
  },
  'undo-email': {
    title: '保留原邮箱',
    text: '更改将被撤销，所有设备都将退出登录。你的密码也会失效，因为申请更改的人知道它；你会收到一封邮件来设置新密码。',
    action: '保留我的邮箱',
    doneTitle: '原邮箱已保留',
    done: '所有设备均已退出。设置新密码的邮件正在发送给你。',
    help: toOperator,
  },
  'undo-deletion': {
    title: '保留你的账户',
    text: '你的账户将重新开放，视频和点数都会保留。',
    action: '保留我的账户',
    doneTitle: '账户已保留',
    done: '你可以重新登录了。',
    help: toOperator,
  },
}
