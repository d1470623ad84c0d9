import { zho } from './stop-words.ts'
import { chinese } from './lexicon.zh.ts'
import { english } from './lexicon.en.ts'
import { words } from './lexicon.ts'

const set = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/))

const untold = [
  'nothing',
  'fast',
  'walking',
  'flying',
  'floating',
  'dancing',
  'speech',
  'action',
  'still',
  'moody',
  'dark',
]
/** Good tags by themselves: subject, place, time, style. */
export const telling: ReadonlySet<string> = new Set(
  [english, chinese].flatMap(({ facts }) =>
    Object.entries(facts)
      .filter(([fact]) => !untold.includes(fact))
      .flatMap(([, list]) => words(list).map((word) => word.toLowerCase())),
  ),
)

/** About the making of a picture, not its content. */
export const neverTags = set(
  `
  video clip movie footage shot shots camera lens frame framing focus depth quality detail details detailed highly ultra very
  masterpiece best high resolution realistic photorealistic hyperrealistic hdr uhd fps style styled scene scenes background
  foreground view angle pan panning tilt zoom zooming dolly tracking slow slowly fast quickly smooth smoothly gently close wide
  medium full small big large little tiny huge giant tall short long old young new beautiful pretty nice great amazing stunning
  gorgeous lovely perfect cool soft warm bright dark deep light lights lighting left right front side top bottom middle center
  text mood atmosphere vibe tone lit with within without about above across after against along among before behind below beneath
  beside between beyond down during inside into near off onto out outside over past since through throughout under until up upon
  something anything thing things someone somebody one two three four five six seven eight nine ten several many lot bit piece
  kind way time day moment while begins starts continues make create generate show shows showing features featuring depicting
  image picture prompt please alone together away around toward towards empty first second last minute minutes seconds
`.trim(),
)

const verbFacts = ['fast', 'walking', 'flying', 'floating', 'dancing', 'speech', 'action']
export const verbs: ReadonlySet<string> = new Set([
  ...verbFacts.flatMap((fact) => words(english.facts[fact]!)),
  ...set(
    'go goes come comes get gets take takes put puts give gives see sees feel feels teach teaches keep keeps let lets wear wears lit reach reaches surround reveal reveals cover covers lead leads follow follows point points celebrate celebrates meet meets try tries help helps begin start use uses',
  ),
])

const chineseStop: ReadonlySet<string> = new Set([
  ...zho,
  ...set(
    '穿 牵 拿 看 说 走 跑 飞 站 坐 躺 吃 喝 有 是 在 和 与 的 了 着 过 地 得 从 向 到 被 把 对 中 里 上 下 个 只 位 名 条 座 朵 片 张 没有 正在 缓缓 慢慢 突然 一起 非常 十分 充满 变成 出现 画面 镜头 视频 背景 风格 特写 近景 远景 全景 中景 质感 细节 高清 超清 推进 拉远 缓慢 一边 身穿 穿着 随着 之间 热气腾腾 就要 马上 时候 他 她 它 我 你 们 请 生成 展示 制作 一段 看着 说道 给 让 用 为 也 都 还 就 很 大 再 又 而 并 以 及 等 者 前 后 内 外 旁 边 间 段 于 最 更 使 其 将 由 当 刚 才 却 但 不 无 没 叫 名叫 开心 微微 轻轻 静静 悄悄 一边 分 秒 画 舞 落 洒满 洒 满',
  ),
  ...verbFacts.flatMap((fact) => words(chinese.facts[fact]!)),
])

const countWord =
  /^[一二两三四五六七八九十百千万几半多数每这那某][个只条匹位名头辆艘座朵棵本张杯碗把支双对群颗岁天年次层块片盏架间栋株件些]?$/u
const verbEnding = /^\p{Script=Han}{1,2}(?:着|了|过|到|在|向|起|出|进|入|满)$/u

/** Whether a Chinese word separates phrases: particles, measure words, verbs, words about the making. */
export const breaksChinese = (word: string): boolean =>
  chineseStop.has(word) || countWord.test(word) || verbEnding.test(word)
