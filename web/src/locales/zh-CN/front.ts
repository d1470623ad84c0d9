import type { front as english } from '../en/front.ts'
import type { Words } from '../words.ts'

export const front: Words<typeof english> = {
  line: '用文字生成视频，在你自己的机器上。',
  what: '描述画面，先看到价格和等待时间，再看它一步步完成。',
  signIn: '登录',
  register: '注册',
  developers: 'API 文档',
}
