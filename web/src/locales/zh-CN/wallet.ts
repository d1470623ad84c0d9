import type { wallet as english } from '../en/wallet.ts'
import type { Words } from '../words.ts'

export const wallet: Words<typeof english> = {
  title: '钱包',
  balance: '余额',
  held: '为进行中的视频预留',
  topUp: '充值',
  topUpHint: '这台服务器凭空发放点数，仅供试用。',
  amount: '点数',
  done: '已充值 {{amount}} 点。',
  history: '明细',
  when: '时间',
  what: '事项',
  change: '变动',
  after: '余额',
  empty: '还没有记录。',
}
