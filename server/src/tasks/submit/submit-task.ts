import { randomInt, randomUUID } from 'node:crypto'
import * as catalog from '../../catalog/catalog.ts'
import { announce } from '../../events/events.ts'
import { findReplay, once } from '../../idempotency/idempotency.ts'
import type { Db, Trx } from '../../platform/db/database.ts'
import type { Notifier } from '../../platform/db/notifier.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import type { Counter, Metrics } from '../../platform/metrics.ts'
import type { Tracing } from '../../platform/tracing/tracing.ts'
import type { Answered, KeyedRequest } from '../../platform/http/idempotency-key.ts'
import { readyPicture, readySound, type UploadDeps } from '../../uploads/uploads.ts'
import * as wallet from '../../wallet/wallet.ts'
import {
  enqueue,
  type Enqueued,
  findLoad,
  lockCounts,
  overtake,
  type SubmissionLimits,
} from '../queue/enqueue-queries.ts'
import { createEnqueueInBatch, type EnqueueInBatch } from '../queue/enqueue-batch.ts'
import { findQuotaRefusal } from './storage-quota.ts'
import { createFindFarPlace, type FindFarPlace } from '../queue/long-queues.ts'
import { createExpectSeconds, type ExpectSeconds } from '../queue/speed.ts'
import { findChoices } from '../fleet/choices.ts'
import type { TaskLimits } from '../task/limits.ts'
import * as queries from '../task/queries.ts'
import type { GenerateResponse, TaskCreate } from '../task/schemas.ts'
import type { GenerateParams } from '../task/tables.ts'
import { queuedChannel } from '../task/channels.ts'

/** The dependencies of every kind of submission. */
export interface SubmitDeps {
  db: Db
  catalog: catalog.Catalog
  notifier: Pick<Notifier, 'notify'>
  limits: TaskLimits
  /** What the videos of one user may take, in bytes; 0 for no bound. */
  readQuota: () => Promise<number>
  uploads: UploadDeps
  expectSeconds: ExpectSeconds
  getPrice: catalog.GetPrice
  enqueueInBatch: EnqueueInBatch
  findFarPlace: FindFarPlace
  /** What a prompt names and the model will not show, as far as that is known. */
  notDrawn: (model: string, prompt: string) => string[]
  accepted: Counter<'model'>
  tracing: Pick<Tracing, 'place'>
  clock: () => Date
}

type Given = Omit<
  SubmitDeps,
  'expectSeconds' | 'getPrice' | 'enqueueInBatch' | 'findFarPlace' | 'accepted'
> & {
  metrics: Pick<Metrics, 'counter'>
}

/** Creates what submissions share: estimates, prices and the batch that enqueues them. Call it once per process. */
export function createSubmitDeps(given: Given): SubmitDeps {
  const {
    db,
    catalog: models,
    notifier,
    limits,
    readQuota,
    uploads,
    notDrawn,
    metrics,
    tracing,
    clock,
  } = given
  return {
    db,
    catalog: models,
    notifier,
    limits,
    readQuota,
    uploads,
    notDrawn,
    clock,
    tracing,
    expectSeconds: createExpectSeconds(db),
    getPrice: catalog.createPriceReader(db),
    enqueueInBatch: createEnqueueInBatch(db, limits, clock),
    findFarPlace: createFindFarPlace(db),
    accepted: metrics.counter({
      name: 'clipwright_tasks_accepted_total',
      help: 'Tasks that this process accepted; repeated requests are not counted again.',
      labels: ['model'],
    }),
  }
}

/** 0 to 2^31-1, the range that all engines accept. */
const randomSeed = (): number => randomInt(2 ** 31)

/** The user who submits. */
export interface Submitter {
  user_id: string
  request_id: string
  /** The API key, if it has a spend cap. */
  spender: wallet.Spender | undefined
  keyed?: KeyedRequest | undefined
}

/**
 * Resolves a request's model and the defaults of all other choices. It does not check pictures or sound.
 * @throws ValidationError that names the field and the possible values.
 */
export async function planTask(
  deps: Pick<SubmitDeps, 'catalog' | 'db'>,
  input: TaskCreate,
  picture?: catalog.PictureSize,
) {
  const model = catalog.findModel(deps.catalog, input.model)
  const offered = await findChoices(deps.db, model)
  const choices = catalog.resolveChoices(model, input, { randomSeed, offered, picture })
  const inputs = { image_key: null, last_image_key: null, audio_key: null }
  return { model: model.name, params: { ...choices, ...inputs, target: null } }
}

/** Plans a task and loads its pictures and its sound, which are fetched only after all other input is valid. */
async function planWithUploads(deps: SubmitDeps, user_id: string, input: TaskCreate) {
  const plan = await planTask(deps, input)
  if (!input.image_url && !input.audio_url) return plan
  const load = async <Ready>(
    take: (uploads: UploadDeps, user_id: string, url: string, loc: string[]) => Promise<Ready>,
    field: 'image_url' | 'last_image_url' | 'audio_url',
  ) => (input[field] ? take(deps.uploads, user_id, input[field], ['body', field]) : undefined)
  const first = await load(readyPicture, 'image_url')
  const last = await load(readyPicture, 'last_image_url')
  const sound = await load(readySound, 'audio_url')
  const { model, params } = await planTask(deps, input, first)
  const inputs = {
    image_key: first?.image_key ?? null,
    last_image_key: last?.image_key ?? null,
    audio_key: sound?.audio_key ?? null,
  }
  return { model, params: { ...params, ...inputs } }
}

/** The key and quantity of a task in the price list. */
export function priceOrder(
  model: string,
  { resolution, duration_seconds }: GenerateParams,
): catalog.PriceOrder {
  return { kind: 'generate', model, resolution, seconds: duration_seconds }
}

/**
 * Accepts a task. Its row, hold and place in the queue are written in one transaction, so an accepted task is never lost and never
 * free. A second call with the same Idempotency-Key gets the first answer.
 * @throws ValidationError; AppError 402 `insufficient_balance`, 402 `api_key_spend_cap_reached`, 409 `storage_quota_reached`, 429
 * `too_many_active_tasks`, 429 `rate_limited`, 503 `price_not_configured`.
 */
export async function submitTask(
  deps: SubmitDeps,
  caller: Submitter,
  input: TaskCreate,
): Promise<Answered<GenerateResponse>> {
  const replay = () => findReplay<GenerateResponse>(deps.db, caller.keyed, deps.clock())
  // Nothing is fetched or looked up for a repeated request. Of one that needs neither, the statement that enqueues it tells.
  const before = input.image_url || input.audio_url || input.parent_task_id ? await replay() : undefined
  if (before) return before
  try {
    const parent_task_id = await findParent(deps.db, caller.user_id, input)
    const { model, params } = await planWithUploads(deps, caller.user_id, input)
    const { prompt, original_prompt = null, negative_prompt = null, priority = 0 } = input
    const words = { prompt, original_prompt, negative_prompt }
    return await acceptTask(deps, caller, { model, ...words, params, priority, parent_task_id })
  } catch (error) {
    const earlier = error instanceof AppError ? await replay() : undefined // what was right once may be refused by now
    if (earlier) return earlier
    throw error
  }
}

/** @throws ValidationError when it is no video of the user's. */
async function findParent(db: Db, user_id: string, { parent_task_id }: TaskCreate): Promise<string | null> {
  if (parent_task_id === undefined || parent_task_id === null) return null
  if (await queries.find(db, user_id, parent_task_id)) return parent_task_id
  throw invalid(['body', 'parent_task_id'], 'No video of yours has this id')
}

/** What a task is made from. */
export type Recipe = Pick<
  queries.NewTask,
  'model' | 'prompt' | 'original_prompt' | 'negative_prompt' | 'params' | 'priority' | 'parent_task_id'
>

/** Prices a recipe and puts it into the queue, in one transaction. @throws AppError as `submitTask`. */
export async function acceptTask(
  deps: SubmitDeps,
  caller: Submitter,
  recipe: Recipe,
  order = priceOrder(recipe.model, recipe.params),
): Promise<Answered<GenerateResponse>> {
  const now = deps.clock()
  const { model, params } = recipe
  const refusal = await findQuotaRefusal(deps.db, caller.user_id, await deps.readQuota())
  if (refusal) {
    const replay = await findReplay<GenerateResponse>(deps.db, caller.keyed, now)
    if (replay) return replay
    throw refusal
  }
  const price = await deps.getPrice(order, now)
  const task = {
    ...recipe,
    task_id: randomUUID(),
    user_id: caller.user_id,
    cost: price.total,
    request_id: caller.request_id,
    traceparent: deps.tracing.place(),
    expected_s: await deps.expectSeconds(model, params),
    deadline_at: new Date(now.getTime() + deps.limits.deadline_s * 1000),
  }
  const answered = await enqueueTask(deps, caller, task, { ...price, model })
  if (!answered.replayed) deps.accepted.add({ model })
  deps.notifier.notify(queuedChannel)
  announce(deps.notifier, caller.user_id)
  return answered
}

async function enqueueTask(
  deps: SubmitDeps,
  { user_id, keyed, spender }: Submitter,
  task: queries.NewTask,
  quote: wallet.Quote,
): Promise<Answered<GenerateResponse>> {
  const { db, limits } = deps
  const { task_id, model, cost } = task
  const now = deps.clock()
  const hold = cost > 0 ? wallet.hold({ quote, spender }, now) : undefined
  const { currency } = wallet
  const known = { task_id, status: 'queued', model, cost, currency, existing: false } as const
  const toAnswer = async (on: Db, { at, balance }: Enqueued): Promise<GenerateResponse> => ({
    ...known,
    balance: balance ?? (await wallet.getBalance(on, user_id)).balance,
    created_at: at,
  })
  if (!spender && task.priority === 0) {
    const queued = await deps.enqueueInBatch({
      task,
      hold,
      keyed: keyed && { request: keyed, answer: known },
    })
    if (queued) return { answer: await toAnswer(db, queued), replayed: false }
    const replay = await findReplay<GenerateResponse>(db, keyed, now)
    if (replay) return replay
  }
  try {
    const accept = async (trx: Trx) => {
      const queued = await enqueue(trx, { task, hold }, limits)
      if (!queued.is_queued) throw limitReached(await findLoad(trx, user_id), limits)
      if (spender && hold && queued.balance === null) throw await wallet.spendCapReached(trx, spender, now)
      if (queued.overtakes) await overtake(trx, task)
      return toAnswer(trx, queued)
    }
    return await once(db, keyed, now, accept, (trx) => lockCounts(trx, user_id))
  } catch (caught) {
    const error = wallet.takingFault(caught, cost)
    if (error instanceof wallet.BalanceTooLow)
      throw await wallet.insufficientBalance(db, user_id, error.required)
    throw error
  }
}

function limitReached(
  { at, role, active }: Awaited<ReturnType<typeof findLoad>>,
  { max_active, per_minute }: SubmissionLimits,
): AppError {
  return active >= max_active[role]
    ? tooManyActiveTasks(max_active[role])
    : tooManySubmissions(per_minute, at)
}

function tooManyActiveTasks(limit: number): AppError {
  return new AppError(429, 'too_many_active_tasks', `At most ${limit} tasks may wait or run at once.`, {
    extra: { limit },
    headers: { 'retry-after': '5' },
  })
}

/** The limit counts per minute of the database's clock. */
function tooManySubmissions(limit: number, at: Date): AppError {
  const seconds = 60 - at.getUTCSeconds()
  return new AppError(429, 'rate_limited', `At most ${limit} tasks may be submitted in a minute.`, {
    headers: {
      'retry-after': String(seconds),
      'ratelimit-policy': `"generate";q=${limit};w=60`,
      ratelimit: `"generate";r=0;t=${seconds}`,
    },
  })
}
