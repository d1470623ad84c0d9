import * as audit from '../../audit/audit.ts'
import * as inventory from '../../inventory/inventory.ts'
import { finalConflict, invalid, noSuch, type Problem, ValidationError } from '../../platform/errors.ts'
import type { Json } from '../../platform/json.ts'
import type { Actor } from '../context/actor.ts'
import type { AdminDeps } from '../context/context.ts'

type Place = 'engine' | 'model' | 'graph'
/** An entry that a request changes, and where it stands in the request. */
interface Part {
  place: Place
  name: string
  loc: (string | number)[]
}
const loc = ['body', 'entry']

/** Describes models, engines and kinds; secrets are in none of them. */
export async function describeInventory(deps: AdminDeps) {
  const { refused, source } = deps.inventory
  const { version, document, has_secret } =
    source === 'file'
      ? { version: null, document: deps.inventory.document, has_secret: undefined }
      : await inventory.readNewest(deps.db)
  const { kinds, model } = inventory.describeKinds(deps.kinds)
  const hasSecret = (engine: inventory.EnginesDocument['engines'][number]): boolean =>
    has_secret?.has(engine.name) ?? ('key_variable' in engine || 'basic_variable' in engine)
  return {
    source,
    version,
    models: Object.entries(document.models).map(([name, entry]) => ({ name, ...entry })),
    engines: document.engines.map((engine) => ({ ...engine, has_secret: hasSecret(engine) })),
    graphs: Object.entries(document.graphs ?? {}).map(([name, graph]) => ({
      name,
      nodes: Object.keys(graph).length,
      size_bytes: Buffer.byteLength(JSON.stringify(graph)),
    })),
    kinds: kinds as never,
    model_fields: model as never,
    problems: refused ? problemsOf(refused) : [],
  }
}

function problemsOf(error: Error): { loc: Problem['loc']; msg: string }[] {
  if (!(error instanceof inventory.EnginesError)) return [{ loc: [], msg: error.message }]
  return error.faults.map((fault) => ({ loc: [...fault.path], msg: inventory.inWords(fault) }))
}

/**
 * Adds or changes an engine, and the models that it brings, all or nothing; each process follows within seconds.
 * @throws ValidationError with the place of each fault; AppError 409 `engines_in_file`, 409 `inventory_changed`.
 */
export function putEngine(
  deps: AdminDeps,
  by: Actor,
  name: string,
  { entry, secret, models = {}, version }: inventory.EngineChange & { models?: Json; version: number },
) {
  const { has_secret: _, ...fields } = ownEntry(entry, name)
  const brought = broughtModels(models)
  const parts: Part[] = [
    { place: 'engine', name, loc: ['body', 'entry'] },
    ...brought.map(([model]): Part => ({ place: 'model', name: model, loc: ['body', 'models', model] })),
  ]
  return change(deps, by, { parts, version }, (newest) => {
    const { document } = brought.reduce<inventory.DocumentChange>(
      (before, [model, fields]) => inventory.setModel(before, model, { entry: fields }),
      newest,
    )
    return inventory.setEngine({ ...newest, document }, name, { entry: fields, secret })
  })
}

/** Models of a request, by their names. @throws ValidationError for what is none. */
function broughtModels(models: Json): [name: string, entry: inventory.Entry][] {
  const loc = ['body', 'models']
  if (!isObject(models)) throw invalid(loc, 'Input must be object', 'json_type')
  return Object.entries(models).map(([name, entry]) => {
    if (!named.test(name)) throw invalid([...loc, name], `A name matches ${inventory.namePattern}`)
    if (!isObject(entry)) throw invalid([...loc, name], 'Input must be object', 'json_type')
    const { name: _, ...fields } = ownEntry(entry, name, [...loc, name])
    return [name, fields]
  })
}

const named = new RegExp(inventory.namePattern)
const isObject = (value: Json): value is inventory.Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Removes an engine with its secret; what runs on it goes on. @throws AppError as `putEngine`; 404 `engine_not_found`. */
export function removeEngine(deps: AdminDeps, by: Actor, name: string, version?: number) {
  return change(deps, by, { parts: [{ place: 'engine', name, loc }], version }, (newest) =>
    inventory.removeEngine(newest, name),
  )
}

/** @throws as `putEngine`. */
export function putModel(
  deps: AdminDeps,
  by: Actor,
  name: string,
  {
    entry,
    is_default,
    version,
  }: { entry: inventory.Entry; is_default?: boolean | undefined; version: number },
) {
  const { name: _, ...fields } = ownEntry(entry, name)
  return change(deps, by, { parts: [{ place: 'model', name, loc }], version }, (newest) =>
    inventory.setModel(newest, name, { entry: fields, is_default }),
  )
}

/** @throws AppError as `putEngine`; 404 `model_not_found`, 409 `model_in_use`. */
export function removeModel(deps: AdminDeps, by: Actor, name: string, version?: number) {
  return change(deps, by, { parts: [{ place: 'model', name, loc }], version }, (newest) =>
    inventory.removeModel(newest, name),
  )
}

/** @throws as `putEngine`. */
export function putGraph(
  deps: AdminDeps,
  by: Actor,
  name: string,
  { graph, version }: { graph: inventory.Entry; version: number },
) {
  const loc = ['body', 'graph']
  refuseUnstorable(graph, loc)
  return change(deps, by, { parts: [{ place: 'graph', name, loc }], version }, (newest) =>
    inventory.setGraph(newest, name, graph),
  )
}

/** @throws AppError as `putEngine`; 404 `graph_not_found`, 409 `graph_in_use`. */
export function removeGraph(deps: AdminDeps, by: Actor, name: string, version?: number) {
  return change(deps, by, { parts: [{ place: 'graph', name, loc }], version }, (newest) =>
    inventory.removeGraph(newest, name),
  )
}

async function change(
  deps: AdminDeps,
  by: Actor,
  { parts, version }: { parts: Part[]; version: number | undefined },
  make: (newest: inventory.Newest) => inventory.DocumentChange,
) {
  refuseInFile(deps)
  const newest = await inventory.readNewest(deps.db)
  if (version !== undefined && newest.version !== version) throw changedMeanwhile(newest.version)
  const next = make(newest)
  await inventory.checkDocument(deps.kinds, next).catch((error: unknown) => {
    throw error instanceof inventory.EnginesError ? inForm(error, parts, next.document) : error
  })
  const changes = parts.map(({ place, name }) => {
    const before = entryOf(newest.document, place, name)
    const after = entryOf(next.document, place, name)
    const verb = before === null ? 'added' : after === null ? 'removed' : 'changed'
    const { secret } = next
    const isSecret = place === 'engine' && secret && verb !== 'removed'
    const credential = isSecret && { credential: secret.value === null ? 'removed' : 'set' }
    const what = `${place} ${name} ${verb}`
    return { what, subject: `${place}:${name}`, details: { before, after, ...credential } }
  })
  const isWritten = await deps.db.transaction().execute(async (trx) => {
    const what = changes.map((each) => each.what).join(', ')
    const about = { after: newest.version, what, made_by: by.user_id }
    if (!(await inventory.writeVersion(trx, deps.secrets.ring, next, about))) return false
    for (const { subject, details } of changes)
      await audit.record(trx, 'inventory_changed', by.origin, {
        actor: by.user_id,
        subject,
        details: { version: newest.version + 1, ...details },
      })
    return true
  })
  if (!isWritten) throw changedMeanwhile()
  deps.notifier.notify(inventory.inventoryChannel)
  await deps.inventory.reload().catch(() => undefined) // it is written; the next poll loads it
  return describeInventory(deps)
}

function refuseInFile({ inventory: { source } }: AdminDeps): void {
  if (source === 'file')
    throw finalConflict(
      'engines_in_file',
      'Models and engines are those of the engines file (ENGINES_FILE): edit that file; a change counts within seconds.',
    )
}

function changedMeanwhile(newest?: number) {
  const now = newest === undefined ? '' : ` It is at version ${newest}.`
  return finalConflict(
    'inventory_changed',
    `Somebody has changed the inventory meanwhile.${now} Read it again.`,
  )
}

/** What the log has of an entry; a graph, which may be large, is told by its nodes. */
function entryOf(
  { engines, models, graphs = {} }: inventory.EnginesDocument,
  place: Place,
  name: string,
): Json {
  if (place === 'engine') return engines.find((engine) => engine.name === name) ?? null
  if (place === 'model') return Object.hasOwn(models, name) ? models[name]! : null
  return Object.hasOwn(graphs, name) ? { nodes: Object.keys(graphs[name]!).length } : null
}

/** The entry with the name of its path. @throws ValidationError for another name, or for text that can't be stored. */
function ownEntry(
  entry: inventory.Entry,
  name: string,
  loc: Problem['loc'] = ['body', 'entry'],
): inventory.Entry {
  if ('name' in entry && entry['name'] !== name)
    throw invalid([...loc, 'name'], `The name is ${name}, as in the path; add another entry for another name`)
  refuseUnstorable(entry, loc)
  return entry
}

/** Of what no schema looks into. */
function refuseUnstorable(value: Json, loc: Problem['loc']): void {
  const refuse = (text: string, at: Problem['loc']): void => {
    if (text.includes('\0') || !text.isWellFormed())
      throw invalid(at, 'Text must have no NUL and no lone surrogate')
  }
  if (typeof value === 'string') refuse(value, loc)
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    refuse(key, loc)
    refuseUnstorable(inner, [...loc, Array.isArray(value) ? Number(key) : key])
  }
}

/** The faults at the fields of the request; those of other entries, which a change has broken, at the whole entry with their place. */
function inForm(
  { faults }: inventory.EnginesError,
  parts: readonly Part[],
  { engines }: inventory.EnginesDocument,
): ValidationError {
  const rootOf = ({ place, name }: Part): (string | number)[] =>
    place === 'engine'
      ? ['engines', engines.findIndex((engine) => engine.name === name)]
      : [`${place}s`, name]
  return new ValidationError(
    faults.map((fault) => {
      const own = parts.find((part) => rootOf(part).every((key, at) => fault.path[at] === key))
      return own
        ? { loc: [...own.loc, ...fault.path.slice(2)], msg: fault.message, type: 'value_error' }
        : { loc: parts[0]!.loc, msg: inventory.inWords(fault), type: 'value_error' }
    }),
  )
}

/** Finds out what is at an address. */
export async function probe(
  deps: AdminDeps,
  input: {
    url: string
    secret?: string | null | undefined
    auth?: 'bearer' | 'basic' | undefined
    kind?: inventory.ProbedKind | undefined
  },
) {
  const { url, secret, auth = 'bearer', kind } = input
  if (!URL.canParse(url)) throw invalid(['body', 'url'], 'Input must be a URL')
  if (secret && auth === 'bearer' && !/^[!-~]+$/.test(secret))
    throw invalid(['body', 'secret'], 'A bearer token has printable ASCII characters and no spaces')
  const authorization =
    auth === 'bearer' ? `Bearer ${secret}` : `Basic ${Buffer.from(secret ?? '').toString('base64')}`
  const { document } = deps.inventory.source === 'file' ? deps.inventory : await inventory.readNewest(deps.db)
  const found = await inventory.probeServer(
    { url, headers: secret ? { authorization } : {} },
    { kind, document },
  )
  const { proposal } = found
  if (!proposal || !secret || auth === 'bearer') return found
  return { ...found, proposal: { ...proposal, engine: { ...proposal.engine, auth } } }
}

const checkWithin_ms = 10_000

/** Asks an engine now. @throws AppError 404 `engine_not_found`. */
export async function checkEngine(deps: AdminDeps, name: string) {
  const answer = await inventory.askEngine(await findOffer(deps, name), {
    timeout_ms: checkWithin_ms,
    explain: inventory.whyNotReached,
  })
  const offers = answer.offers.map(({ model, modes }) => ({ model, modes: [...modes] }))
  return { ...answer, offers }
}

/** The engine as this process would open it. */
async function findOffer({ inventory: own }: AdminDeps, name: string): Promise<inventory.ConfiguredEngine> {
  await own.reload()
  const offer = own.engines.find((engine) => engine.name === name)
  if (!offer) throw noSuch('engine')
  return offer
}

/**
 * Submits a task for a model of an engine, by the administrator and free of charge. Engines take tasks by their models: where several
 * have the model, another one may take it, and the task's attempts tell which one did.
 * @throws AppError 404 `engine_not_found`; ValidationError for a model that the engine has not or that needs a picture.
 */
export async function tryEngine(
  deps: AdminDeps,
  by: Actor,
  name: string,
  { model, prompt }: { model?: string | undefined; prompt?: string | undefined },
) {
  const { models } = await findOffer(deps, name)
  const onOffer = deps.catalog.models.filter((one) => models.includes(one.name))
  const plain = onOffer.find(({ modes, audio }) => modes.includes('text-to-video') && audio !== 'required')
  const chosen = model === undefined ? (plain ?? onOffer[0]) : onOffer.find((one) => one.name === model)
  if (!chosen) {
    const names = onOffer.map((one) => one.name).join(', ') || 'none that makes videos'
    throw invalid(['body', 'model'], `Models of ${name}: ${names}`, 'literal_error')
  }
  const caller = { user_id: by.user_id, request_id: by.origin.request_id ?? '' }
  const { task_id } = await deps.tryModel(caller, chosen.name, prompt)
  return { task_id, model: chosen.name }
}
