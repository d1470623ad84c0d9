import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { choices as chineseChoices } from './choices.zh.ts'
import { choices as englishChoices } from './choices.en.ts'
import { readFacts } from './facts.ts'
import { findKept, findLost } from './keep.ts'
import { chinese } from './lexicon.zh.ts'
import { english } from './lexicon.en.ts'
import { filledBy, names, slots } from './lexicon.ts'
import { countWords, maxPromptLength, optimizeByRules } from './optimize.ts'
import { shapeOf } from './shapes.ts'
import { tagsByRules } from './tags.ts'
import { tidy } from './tidy.ts'

interface Row {
  prompt: string
  language: string | null
  /** What the additions must say, and must not. */
  says?: RegExp
  never?: RegExp
  kept?: string[]
  /** Some of its tags. */
  tags?: string[]
}

const long = 'A slow river winds through green hills while small boats pass. '
  .repeat(80)
  .slice(0, 4000)
  .trim()
const longChinese = '小船缓缓驶过江面，两岸青山连绵不断。'.repeat(300).slice(0, 4000)

const table: Row[] = [
  // One word, or nearly
  { prompt: 'cat', language: 'en', says: /fur.*simple.*background/, tags: ['cat'] },
  { prompt: 'explosion', language: 'en', never: /calm|gentle|peaceful/i },
  { prompt: 'mountain lake', language: 'en', says: /wide establishing shot/, tags: ['mountain lake'] },
  { prompt: '猫', language: 'zh', says: /毛发/, tags: ['猫'] },
  { prompt: '小船', language: 'zh', tags: ['小船'] },
  { prompt: 'sunset', language: 'en', says: /golden light/, never: /night|morning/i },
  // English
  {
    prompt: 'a red balloon drifts over a calm sea at sunset',
    language: 'en',
    says: /golden light/,
    never: /mood|night/i,
    tags: ['red balloon', 'sunset'],
  },
  {
    prompt: 'two golden retriever puppies chasing a ball in the backyard',
    language: 'en',
    says: /tracks the action/,
    kept: ['two'],
    tags: ['golden retriever puppies'],
  },
  {
    prompt: 'A woman in a yellow raincoat walks through Shibuya at night in the rain',
    language: 'en',
    says: /walking pace/,
    never: /daylight|sun|morning/i,
    kept: ['Shibuya'],
    tags: ['Shibuya', 'yellow raincoat'],
  },
  {
    prompt: 'timelapse of a city skyline from day to night',
    language: 'en',
    says: /light shifts/,
    never: /camera|night mood/,
  },
  {
    prompt: 'A drone shot flies over a misty pine forest at dawn, cinematic, calm mood',
    language: 'en',
    never: /The camera|establishing|mood\. .*mood/,
  },
  {
    prompt: 'close-up of coffee being poured into a cup',
    language: 'en',
    never: /wide|medium/i,
    tags: ['coffee', 'cup'],
  },
  {
    prompt: 'make a video of a dragon flying over a castle',
    language: 'en',
    says: /^A dragon/,
    never: /make|video|indoor/,
  },
  { prompt: 'astronaut riding a horse on Mars', language: 'en', never: /skin|fur\b/, kept: ['Mars'] },
  { prompt: 'anime girl standing under cherry blossoms', language: 'en', never: /lens|depth of field|skin/ },
  {
    prompt: 'Sea turtle swimming over a coral reef',
    language: 'en',
    says: /blue light/,
    never: /daylight/,
    tags: ['sea turtle', 'coral reef'],
  },
  {
    prompt: 'a knight fights a dragon in a burning village at night',
    language: 'en',
    says: /firelight/,
    never: /sunlight|daylight|calm|gentle/,
  },
  { prompt: 'snow over a quiet forest', language: 'en', never: /mood|warm/i },
  { prompt: 'a man cries', language: 'en', never: /joy|happy|playful/ },
  {
    prompt: 'The camera slowly pans across a dusty attic lit by one candle',
    language: 'en',
    never: /\. The camera|daylight/,
  },
  { prompt: 'butterfly on a sunflower', language: 'en', says: /macro/ },
  { prompt: 'abstract ink swirls in water', language: 'en', never: /background|skin/ },
  { prompt: 'a crowd celebrates with fireworks over the river', language: 'en', says: /festive/ },
  {
    prompt: 'an empty hospital corridor, no people, no light',
    language: 'en',
    never: /daylight|skin|person|lit by/,
    tags: ['hospital corridor'],
  },
  {
    prompt: 'a grandmother teaches her granddaughter how to make dumplings in a small kitchen',
    language: 'en',
    says: /indoor light/,
    tags: ['kitchen', 'dumplings'],
  },
  { prompt: 'A ballerina dances alone on stage', language: 'en', says: /stage light.*circles/ },
  {
    prompt: 'volcano erupting at night, lava flowing into the sea',
    language: 'en',
    never: /calm|peaceful|daylight/,
  },
  {
    prompt: 'steam train crossing a bridge in winter',
    language: 'en',
    says: /winter light/,
    tags: ['steam train'],
  },
  {
    prompt: 'slow-motion shot of a boxer throwing a punch, black and white',
    language: 'en',
    never: /natural movements|medium shot|colou?r/,
  },
  { prompt: 'HELLO WORLD', language: 'en' },
  {
    prompt: 'a cozy cabin during a thunderstorm, handheld camera, warm lamplight',
    language: 'en',
    never: /mood|The camera|stormy/,
  },
  { prompt: 'a robot waters plants in a greenhouse', language: 'en', tags: ['robot'] },
  {
    prompt: 'black-and-white portrait of an old sailor, 85mm lens, rim light, static shot, melancholy',
    language: 'en',
    never: /shot at|camera|mood/,
  },
  // Quotes
  {
    prompt: 'An old fisherman says "The storm is coming, Maria." and looks at the horizon',
    language: 'en',
    says: /holds almost still/,
    never: /tense|stormy/,
    kept: ['The storm is coming, Maria.'],
  },
  {
    prompt: 'A logo with the text "Clipwright 2.0" on a white wall',
    language: 'en',
    says: /lettering/,
    never: /mood|motion/,
    kept: ['Clipwright 2.0'],
    tags: ['logo'],
  },
  { prompt: 'She whispers ‘don’t look back’ as the train leaves', language: 'en' },
  { prompt: "It's the dog's birthday party in the park", language: 'en', says: /festive/, kept: [] },
  {
    prompt: '小明在厨房做饭，妈妈说「开饭啦」',
    language: 'zh',
    kept: ['开饭啦', '小明'],
    tags: ['小明', '厨房'],
  },
  {
    prompt: '李白站在黄鹤楼上说：“故人西辞黄鹤楼”，三只白鹤飞过长江',
    language: 'zh',
    kept: ['故人西辞黄鹤楼', '李白', '黄鹤楼', '长江', '三'],
    tags: ['李白', '白鹤'],
  },
  // Names and numbers
  {
    prompt: 'Alice and Bob Dylan play chess in Paris in 1963',
    language: 'en',
    kept: ['Alice', 'Bob Dylan', 'Paris', '1963'],
    tags: ['Bob Dylan'],
  },
  {
    prompt: '3 penguins slide down an icy hill at 7:30 in the morning --ar 16:9 --seed 5',
    language: 'en',
    says: /--ar 16:9 --seed 5$/,
    kept: ['3', '7:30'],
    tags: ['penguins'],
  },
  {
    prompt: 'vintage Porsche 911 speeding along the Pacific Coast Highway',
    language: 'en',
    says: /tracks/,
    kept: ['Porsche', '911', 'Pacific Coast Highway'],
  },
  { prompt: 'iPhone spinning on a pedestal', language: 'en', says: /^iPhone/, kept: ['iPhone'] },
  { prompt: '12345', language: null },
  // Keywords
  {
    prompt: 'neon cyberpunk alley, rain, android, 4k, masterpiece',
    language: 'en',
    says: /masterpiece, \w/,
    never: /\.|daylight|sun/,
  },
  // Chinese
  {
    prompt: '一只橘猫趴在窗台上晒太阳，窗外下着大雪',
    language: 'zh',
    never: /夜|雨/,
    tags: ['橘猫', '大雪'],
  },
  {
    prompt: '夜晚的东京街头，霓虹灯闪烁，一个穿红色雨衣的小女孩牵着机器人走过斑马线',
    language: 'zh',
    says: /步行速度/,
    never: /日光|晨/,
    tags: ['霓虹灯', '机器人', '斑马线'],
  },
  {
    prompt: '航拍黄山云海日出，金色阳光洒满山峰，镜头缓缓推进',
    language: 'zh',
    never: /镜头(?!缓缓推进)|横摇/,
    tags: ['黄山', '云海'],
  },
  {
    prompt: '水墨画风格，一位侠客在竹林中舞剑',
    language: 'zh',
    never: /浅景深|肌肤/,
    tags: ['侠客', '竹林'],
  },
  { prompt: '一碗热气腾腾的牛肉面', language: 'zh', says: /质感.*近景/, tags: ['牛肉面'] },
  { prompt: '春节，舞狮队伍穿过古镇街道', language: 'zh', says: /喜庆/, tags: ['春节', '舞狮'] },
  { prompt: '两个宇航员在火星上行走', language: 'zh', kept: ['两'], tags: ['宇航员', '火星'] },
  {
    prompt: '请生成一段视频：海底珊瑚礁，一只海龟缓缓游过',
    language: 'zh',
    never: /请生成/,
    tags: ['海龟', '珊瑚礁'],
  },
  { prompt: '跑车在沙漠公路上飞驰', language: 'zh', says: /跟拍/, tags: ['跑车', '沙漠'] },
  { prompt: '深夜的图书馆里没有人', language: 'zh', never: /阳光|日光|人物|肌肤/, tags: ['图书馆'] },
  // Mixed
  { prompt: 'a girl 在雨中跳舞, umbrella, slow motion', language: 'en', tags: ['girl', 'umbrella'] },
  { prompt: '赛博朋克城市 with flying cars, 8K', language: 'zh', kept: ['8K'], tags: ['赛博朋克'] },
  // Other languages are tidied and nothing else
  { prompt: 'ein Mann geht durch den Wald und singt ein Lied', language: 'de', says: /Lied$/ },
  { prompt: '窓辺で眠る猫と静かな雨', language: 'ja', says: /雨$/ },
  // Nonsense
  { prompt: 'asdf qwer zxcv', language: null, says: /zxcv$/ },
  { prompt: 'Zorblax', language: null, says: /^Zorblax$/ },
  { prompt: '🎬🎬🎬', language: null, says: /^🎬🎬🎬$/u, tags: [] },
  { prompt: '马上就要下班了', language: 'zh', never: /毛发/ },
  // Nearly as long as a video model likes, and as long as a prompt may be
  {
    prompt: 'A fox trots along a stony path while an otter watches from the reeds. '.repeat(7).trim(),
    language: 'en',
  },
  { prompt: long, language: 'en', says: /^A slow river/ },
  { prompt: longChinese, language: 'zh' },
]

/** Things in a picture, and when and where it is: none may come in by an addition. */
const things = names(
  'night dawn sunset day rain snow winter fog storm sea lake beach city forest mountain desert field space underwater indoors cave person crowd furry feathered creature young tiny food vehicle object text fire neon future drawn battle party horror timelapse',
)
const factsOf = (text: string) => readFacts(text, []).facts
const models = [undefined, 'wan-2.2', 'hunyuan-video', 'ltx-2'] as const
const squeeze = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
    .replace(/[.,;:，。]+$/, '')

suite('prompts on rules', () => {
  test('the table is of 60 prompts and more', () => assert.ok(table.length >= 60))

  for (const { prompt, language, says = /(?:)/, never = /(?!)/, kept, tags = [] } of table) {
    const title = prompt.length > 60 ? `${prompt.slice(0, 50)}… (${prompt.length})` : prompt
    test(`${title}: whole, richer, free of inventions, and done once`, () => {
      for (const model of models) {
        const result = optimizeByRules(prompt, { model })
        const { optimized_prompt: text, preserved } = result
        const own = tidy(prompt).body
        assert.equal(result.language, language)
        assert.ok(squeeze(text).startsWith(squeeze(own)), 'the user’s words come first, all of them')
        assert.deepEqual(findLost(preserved, text), [])
        for (const wanted of kept ?? [])
          assert.ok(
            preserved.some((one) => one.text === wanted),
            `${wanted} is preserved`,
          )
        if (kept?.length === 0) assert.deepEqual(preserved, [])
        const added = [...factsOf(text.slice(own.length))].filter((fact) => things.includes(fact))
        assert.deepEqual(
          added.filter((fact) => !factsOf(prompt).has(fact)),
          [],
          text,
        )
        assert.ok(Array.from(text).length <= maxPromptLength)
        assert.ok(countWords(text) <= Math.max(shapeOf(model).max_words, countWords(prompt)))
        const again = optimizeByRules(text, { model, language: language ?? undefined })
        assert.equal(again.optimized_prompt, text, 'a second time changes nothing')
        if (model !== undefined) continue
        assert.match(text, says)
        assert.doesNotMatch(text.slice(own.length), never)
        if (language === 'en' || language === 'zh')
          if (prompt.length < 200) assert.ok(text.length > own.length + 8, `${text} is richer`)
        if (language === 'zh') assert.doesNotMatch(text.slice(own.length), /[a-z.,]/i)
        if (language === 'en') assert.doesNotMatch(text.slice(own.length), /\p{Script=Han}/u)
      }
    })

    test(`${title}: tags stand in it, none twice`, () => {
      const found = tagsByRules({ prompt }, { max_tags: 8 })
      assert.ok(found.length <= 8)
      assert.equal(new Set(found.map((tag) => tag.toLowerCase())).size, found.length)
      const text = prompt.toLowerCase().replaceAll(/['’]s\b/g, '')
      for (const tag of found) {
        assert.ok(Array.from(tag).length <= 40)
        assert.ok(text.includes(tag.toLowerCase()), `${tag} stands in the prompt`)
      }
      assert.deepEqual(
        tags.filter((tag) => !found.includes(tag)),
        [],
        found.join(' | '),
      )
    })
  }

  test('each takes under 20 ms', () => {
    for (const { prompt } of table) {
      for (const work of [() => optimizeByRules(prompt), () => tagsByRules({ prompt }, { max_tags: 8 })]) {
        const times = Array.from({ length: 5 }, () => {
          const began = process.cpuUsage()
          work()
          const { user, system } = process.cpuUsage(began)
          return (user + system) / 1000
        }).toSorted((a, b) => a - b)
        // Of the processor's time, since others may be using the machine as well.
        assert.ok(times[0]! < 20, `${prompt.slice(0, 40)}: ${times[0]!.toFixed(1)} ms`)
      }
    }
  })
})

suite('what the rules know', () => {
  test('forms of a word are one tag, and what stands in the title comes first', () => {
    const prompt = 'a balloon over the sea, two balloons over a lake'
    const found = tagsByRules({ prompt, title: 'Lakes' }, { max_tags: 8 })
    assert.deepEqual(found, ['lakes', 'balloon', 'sea'])
  })

  for (const [name, lexicon, choices] of [
    ['English', english, englishChoices],
    ['Chinese', chinese, chineseChoices],
  ] as const) {
    test(`${name}: every addition is known again as what it is, and brings in no thing of its own`, () => {
      for (const slot of slots)
        for (const { when = '', text } of choices[slot]) {
          if (!text) continue
          const read = readFacts(text, [])
          assert.ok(read.filled.has(slot), `${text} tells ${slot}`)
          const brought = [...read.facts].filter(
            (fact) => things.includes(fact) && !names(when).includes(fact),
          )
          assert.deepEqual(brought, [], text)
        }
    })

    test(`${name}: every fact that an addition waits for can be told`, () => {
      const told = new Set([...Object.keys(lexicon.facts), 'changing', 'far', 'given_scene'])
      const asked = slots.flatMap((slot) =>
        choices[slot].flatMap(({ when = '', unless = '' }) => names(`${when} ${unless}`)),
      )
      assert.deepEqual(
        asked.filter((fact) => !told.has(fact)),
        [],
      )
      assert.deepEqual(
        slots.flatMap((slot) => names(filledBy[slot])).filter((fact) => !told.has(fact)),
        [],
      )
    })
  }
})

suite('what must stay', () => {
  test('numbers stay in figures or in words, and are no part of another number', () => {
    const kept = findKept('three cats and 5 dogs at 7:30', 'en')
    assert.deepEqual(
      kept.map(({ text }) => text),
      ['three', '5', '7:30'],
    )
    assert.deepEqual(findLost(kept, 'At 7:30 there are 3 cats and five dogs.'), [])
    assert.deepEqual(findLost(kept, '13 cats and 15 dogs at 17:30').length, 3)
    assert.deepEqual(findLost(findKept('三只猫', 'zh'), '3只猫'), [])
    assert.equal(findLost(findKept('三只猫', 'zh'), '几只猫').length, 1)
  })

  test('an apostrophe opens no quote, and quotation marks of any kind do', () => {
    const texts = (prompt: string) =>
      findKept(prompt, 'en')
        .filter(({ kind }) => kind === 'quote')
        .map(({ text }) => text)
    assert.deepEqual(texts("It's the dog's ball and the cats' bed"), [])
    assert.deepEqual(texts('“a” "b" 「c」 『d』 《e》 ‘f’'), ['a', 'b', 'c', 'd', 'e', 'f'])
  })

  test('a hint of the language settles what is open, and never overrules the script', () => {
    const language = (prompt: string, hint: string) => optimizeByRules(prompt, { language: hint }).language
    assert.equal(language('Zorblax', 'en-US'), 'en')
    assert.equal(language('Zorblax', 'zh'), null)
    assert.equal(language('一只猫', 'en'), 'zh')
    assert.equal(language('図書館', 'ja'), 'ja')
  })
})
