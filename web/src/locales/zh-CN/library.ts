import type { library as english } from '../en/library.ts'
import type { Words } from '../words.ts'

export const library: Words<typeof english> = {
  title: '作品',
  empty: '还没有视频',
  emptyHint: '你生成的视频都保存在这里。',
  all: '全部',
  completed: '已完成',
  running: '进行中',
  failed: '失败',
}
