import type { common as english } from '../en/common.ts'
import type { Words } from '../words.ts'

export const common: Words<typeof english> = {
  nav: { create: '创作', library: '作品', wallet: '钱包', docs: 'API', signOut: '退出登录' },
  theme: { label: '外观', system: '跟随系统', dark: '深色', light: '浅色' },
  language: '语言',
  account: '账户',
  balance: '余额：{{amount}} 点',
  running_one: '{{count}} 个进行中',
  running_other: '{{count}} 个进行中',
  offline: '连接已断开，显示的内容可能不是最新的；会自动重连。',
  loading: '加载中',
  tryAgain: '重试',
  requestId: '请求编号 {{id}}',
  close: '关闭',
  cancel: '取消',
  copy: '复制',
  copied: '已复制',
  error: {
    network: '无法连接服务器。',
    server: '服务器出错了，不是你的问题，请重试。',
    rate_one: '请求太多，请在 {{count}} 秒后重试。',
    rate_other: '请求太多，请在 {{count}} 秒后重试。',
    notFoundTitle: '这里什么也没有',
    notFound: '地址有误，或内容已不在。',
    home: '返回创作',
  },
}
