import type { front as english } from '../en/front.ts'
import type { Words } from '../words.ts'

export const front: Words<typeof english> = {
  line: '用文字生成视频，在你自己的机器上。',
  what: '描述你想要的画面。开始之前就能看到价格和等待时间，然后看着它一步步完成。',
  signIn: '登录',
  register: '注册',
  developers: 'API 文档',
  prompt: '悬崖上的灯塔，黄昏的海浪',
  made: '由内置预览引擎生成，不需要显卡',
}
