import type { compare as english } from '../en/compare.ts'
import type { Words } from '../words.ts'

export const compare: Words<typeof english> = {
  title: '对比',
  before: '原片',
  after: '增强版',
  earlier: '较早',
  later: '较晚',
  withThis: '与这个对比',
  mode: '对比方式',
  modes: { wipe: '滑动', side: '并排', flip: '切换' },
  zoom: '缩放',
  fit: '适合窗口',
  wipe: '分界位置',
  hold: '按住查看另一个：{{name}}（X）',
  impossible: '无法对比：两个视频都必须存在，并且帧数相同。',
  alike: '缩回原尺寸后与原片一致到 {{psnr}} dB（结构相似度 {{ssim}}，满分 1）。',
  frames: '共 {{source}} 帧，保留 {{frames}} 帧。',
  sound: '声音已保留。',
  flicker: '闪烁是原片的 {{index}} 倍。',
}
