import type { verify as english } from '../en/verify.ts'
import type { Words } from '../words.ts'

export const verify: Words<typeof english> = {
  title: '这个视频是在这里生成的吗？',
  text: '文件留在你的浏览器里，只发送它的指纹。',
  drop: '拖入视频、清单，或两者一起',
  dropHint: '也可以点击选择',
  hashing: '正在读取文件',
  asking: '正在询问服务器',
  stopped: '已取消，没有查出这个文件的任何情况。',
  unreadable: '无法读取这个文件。',
  unreadableText: '选择之后它被改动、移动或删除了，或者它是一个文件夹。请重新选择。',
  waiting: '读完视频后检查清单',
  again: '再查一个',
  ours: '这个文件由本服务器生成。',
  byAi: '由 {{producer}} 用 AI 模型 {{model}} 于 {{time}} 生成，此后没有改动过一个字节。',
  noAi: '由 {{producer}} 用 {{model}}（不是 AI）于 {{time}} 生成，此后没有改动过一个字节。',
  notOurs: '本服务器不认识这个文件。',
  notOursText:
    '要么它不是在这里生成的，要么后来被改动过：重新编码视频的平台会改变每一个字节。没有标记并不能证明什么。',
  genuine: '清单是真的。',
  aboutFile: '由本服务器签名，说的就是这个文件。',
  aboutWhich: '由本服务器签名。再拖入视频，就能知道它说的是不是那个文件。',
  notGenuine: '清单不成立。',
  reasons: {
    signature_invalid: '清单或签名被改动过。',
    unknown_key: '签名的密钥不属于本服务器。',
    not_a_manifest: '由本服务器签名，但不是视频清单。',
    hash_mismatch: '清单是真的，但说的是另一个文件。',
  },
  damage: {
    empty: '清单是空的。',
    too_large: '这个文件太大，不是清单。',
    not_json: '清单已损坏。',
    not_a_manifest: '这不是清单。',
    other_kind: '这是一份签名声明，但说的不是 Clipwright 的视频。',
  },
  damageText: {
    empty: '文件里什么也没有。请重新下载清单。',
    too_large: '清单只有几 KB，这个文件超过了 1 MB。',
    not_json: '它不是完整的 JSON，可能缺了一部分。请重新下载清单。',
    not_a_manifest: '它是 JSON，但里面没有关于视频来源的签名声明。',
    other_kind: '请用出具方的工具检查。',
  },
}
