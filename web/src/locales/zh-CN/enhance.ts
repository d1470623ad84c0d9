import type { enhance as english } from '../en/enhance.ts'
import type { Words } from '../words.ts'

export const enhance: Words<typeof english> = {
  title: '增强',
  text: '让视频更大、更清晰。不会重新生成：帧、时长和声音都保持不变。',
  target: '目标',
  large: '视频已经有这么大了。',
  notForSale: '此处不提供',
  do: '增强到 {{target}}',
}
