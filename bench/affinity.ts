import { chooseModel, type Head } from '../server/src/tasks/queue/choose-model.ts'
import { percentile, printTable } from './lib/table.ts'

// One slot that serves three models, each of which takes half a minute to load, and people who want all of them: how long
// they wait under the product's rule for the next model, beside the two simple ones. A simulation, the same again for the
// same seed. Usage: node bench/affinity.ts [seed]

const seed = Number(process.argv[2] ?? 1)
const models = ['story', 'portrait', 'motion'] as const
const load_s = 30
/** A video takes from so long to so long. */
const video_s = [10, 20] as const
/** The default of MODEL_STINT_SECONDS. */
const maxStint_s = 120
/** People come for four hours, and the slot goes on until the queue is empty. */
const open_s = 4 * 3600

interface Task {
  user: string
  model: string
  created_s: number
  takes_s: number
  /** Its place in the queue of its model. */
  tag: number
}

interface Wish {
  user: string
  model: string
  created_s: number
  takes_s: number
}

interface Rule {
  name: string
  /** Whether the users of a model take turns in its queue; otherwise who came first is first. */
  takesTurns: boolean
  /** Which model the free slot takes its next task from. */
  choose: (heads: readonly Head[], loaded: { model: string; for_s: number } | undefined) => string
}

const oldest = (heads: readonly Head[]): string =>
  heads.reduce((first, head) => (head.waited_s > first.waited_s ? head : first)).model

const rules: Rule[] = [
  { name: 'oldest first', takesTurns: false, choose: oldest },
  {
    name: 'stay with the loaded model',
    takesTurns: false,
    choose: (heads, loaded) => heads.find(({ model }) => model === loaded?.model)?.model ?? oldest(heads),
  },
  {
    name: 'Clipwright',
    takesTurns: true,
    choose: (heads, loaded) => chooseModel(heads, loaded, maxStint_s)!, // there is a head
  },
]

/** Numbers in [0, 1), the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Who wants what and when: some one video now and then, one a lot of one model at once, one all models in turn. */
function createWishes(random: () => number): Wish[] {
  const wishes: Wish[] = []
  const want = (user: string, model: string, created_s: number) =>
    wishes.push({ user, model, created_s, takes_s: video_s[0] + random() * (video_s[1] - video_s[0]) })
  const arrivals = (every_s: number, arrive: (at_s: number) => void) => {
    for (let at_s = 0; ;) {
      at_s += -Math.log(1 - random()) * every_s
      if (at_s > open_s) return
      arrive(at_s)
    }
  }
  const [story, portrait, motion] = models
  arrivals(60, (at_s) => want('story now and then', story, at_s))
  arrivals(150, (at_s) => want('portrait now and then', portrait, at_s))
  arrivals(400, (at_s) => want('motion, seldom', motion, at_s))
  arrivals(150, (at_s) => want('any of the three', models[Math.floor(random() * 3)]!, at_s))
  for (let at_s = 1800; at_s < open_s; at_s += 7200)
    for (let i = 0; i < 100; i++) want('a hundred at once', story, at_s)
  return wishes.toSorted((a, b) => a.created_s - b.created_s)
}

interface Result {
  switches: number
  waits: { user: string; wait_s: number }[]
  /** When the last task was done. */
  end_s: number
}

/** The product's queue: each model has a virtual time, each user a last tag in it, and equal weights (`enqueue-queries.ts`). */
function simulate(wishes: readonly Wish[], { takesTurns, choose }: Rule): Result {
  const expected_s = (video_s[0] + video_s[1]) / 2
  const virtual = new Map<string, number>()
  const lastTags = new Map<string, number>()
  const queues = new Map<string, Task[]>(models.map((model) => [model, []]))
  const result: Result = { switches: 0, waits: [], end_s: 0 }
  let now_s = 0
  let loaded: { model: string; since_s: number } | undefined
  let next = 0

  const enqueueUpTo = (time_s: number) => {
    for (let wish = wishes[next]; wish && wish.created_s <= time_s; wish = wishes[++next]) {
      const turn = `${wish.user}|${wish.model}`
      const tag = Math.max(virtual.get(wish.model) ?? 0, lastTags.get(turn) ?? 0) + expected_s
      lastTags.set(turn, tag)
      queues.get(wish.model)!.push({ ...wish, tag })
      if (takesTurns) queues.get(wish.model)!.sort((a, b) => a.tag - b.tag || a.created_s - b.created_s)
    }
  }

  for (;;) {
    enqueueUpTo(now_s)
    const heads = [...queues].flatMap(([model, [head]]) =>
      head ? [{ model, waited_s: now_s - head.created_s }] : [],
    )
    if (heads.length === 0) {
      if (next === wishes.length) return { ...result, end_s: now_s }
      now_s = wishes[next]!.created_s
      continue
    }
    const model = choose(heads, loaded && { model: loaded.model, for_s: now_s - loaded.since_s })
    const task = queues.get(model)!.shift()!
    virtual.set(model, Math.max(virtual.get(model) ?? 0, task.tag))
    if (loaded?.model !== model) {
      // As in the product, a stint begins with the claim: loading counts.
      loaded = { model, since_s: now_s }
      result.switches++
      now_s += load_s
    }
    result.waits.push({ user: task.user, wait_s: now_s - task.created_s })
    now_s += task.takes_s
  }
}

const wishes = createWishes(createRandom(seed))
const results = rules.map((rule) => ({ name: rule.name, ...simulate(wishes, rule) }))
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const minutes = (s: number) => `${(s / 60).toFixed(1)} min`

printTable(
  ['rule', 'loads', 'videos/h', 'mean wait', 'p95 wait', 'worst wait', 'done after'],
  results.map(({ name, switches, waits, end_s }) => {
    const all = waits.map(({ wait_s }) => wait_s)
    return [
      name,
      switches,
      (all.length / end_s) * 3600,
      minutes(mean(all)),
      minutes(percentile(all, 0.95)),
      minutes(Math.max(...all)),
      minutes(end_s),
    ]
  }),
)
console.log('\nWorst wait by user:')
printTable(
  ['user', 'videos', ...results.map(({ name }) => name)],
  [...Map.groupBy(wishes, ({ user }) => user)].map(([user, wanted]) => [
    user,
    `${wanted.length}`,
    ...results.map(({ waits }) =>
      minutes(Math.max(...waits.filter((wait) => wait.user === user).map(({ wait_s }) => wait_s))),
    ),
  ]),
)
console.log(
  `\n${wishes.length} videos of ${video_s.join(' to ')} s in ${open_s / 3600} h, ${load_s} s to load a model, seed ${seed}`,
)
