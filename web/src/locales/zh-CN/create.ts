import type { create as english } from '../en/create.ts'
import type { Words } from '../words.ts'

export const create: Words<typeof english> = {
  title: '创作',
  prompt: '提示词',
  promptHint: '描述你想要的视频……',
  negative: '不希望出现的内容',
  model: '模型',
  ratio: '画面比例',
  resolution: '分辨率',
  length: '时长',
  seed: '种子',
  seedRandom: '随机',
  steps: '步数',
  guidance: '引导强度',
  advanced: '高级',
  generate: '生成',
  missing: '还差 {{amount}} 点',
  topUp: '充值',
  wait: '约 {{time}}',
  now: '立即开始',
  noEngine: '目前没有引擎提供这个模型，视频会一直排队。',
  notDrawn: '预览不会画出：{{words}}',
  sent: '已提交。',
}
