import type { feed as english } from '../en/feed.ts'
import type { Words } from '../words.ts'

export const feed: Words<typeof english> = {
  title: '我的视频',
  empty: '你的视频会出现在这里。',
  emptyHint: '在左边描述画面，然后点“生成”。',
  more: '显示更早的视频',
}
