import type { Db, Trx } from '../platform/db/database.ts'
import { finalConflict, invalid, noSuch } from '../platform/errors.ts'
import type { Json } from '../platform/json.ts'
import type { KeyRing } from '../platform/secrets/key-ring.ts'
import { ConfigError, Secret } from '../platform/setting.ts'
import { builtInGraphNames, checkGraph } from '../engines/comfyui.ts'
import { type EnginesDocument, largestGraph_bytes } from './entries.ts'
import * as queries from './queries.ts'
import { sealSecret } from './secrets.ts'
import { emptyDocument, type Kinds, loadDocument } from './sources.ts'

// Changes of the document in the database: pure functions from one version to the next, and how a version is written.

/** A hint to every process that there is a newer version. */
export const inventoryChannel = 'engine_documents'

export type Entry = { [field: string]: Json }
type Engine = EnginesDocument['engines'][number]

/** The newest document, and which engines have a secret. */
export interface Newest {
  version: number
  document: EnginesDocument
  has_secret: ReadonlySet<string>
}

/** The next version, and what becomes of a secret. */
export interface DocumentChange {
  document: EnginesDocument
  /** Null removes it. */
  secret?: { engine: string; value: string | null }
}

export async function readNewest(db: Db): Promise<Newest> {
  const { version, content, secrets } = (await queries.findNewest(db)) ?? emptyDocument
  return { version, document: content, has_secret: new Set(Object.keys(secrets)) }
}

export interface EngineChange {
  entry: Entry
  /** Undefined keeps what is there, null removes it. */
  secret?: string | null | undefined
}

/**
 * Adds or replaces an engine. A kept secret goes to the address that it was given for and to no other: whoever may change an entry
 * could otherwise have it sent to a server of their own.
 * @throws ValidationError for a secret that does not fit.
 */
export function setEngine(
  { document, has_secret }: Newest,
  name: string,
  { entry, secret }: EngineChange,
): DocumentChange {
  const known = document.engines.find((engine) => engine.name === name)
  const isKept = secret === undefined && known !== undefined && has_secret.has(name)
  const { auth, ...fields } = { ...entry, name } as Engine
  const used = auth ?? (isKept ? known['auth'] : undefined) ?? 'bearer'
  if (isKept && originOf(known['url']) !== originOf(fields['url']))
    throw invalid(['body', 'secret'], 'The address is another one: give its secret, or null', 'missing')
  if (auth !== undefined && secret === undefined && !isKept)
    throw invalid(['body', 'secret'], 'auth says how a secret is sent, and there is none', 'missing')
  if (typeof secret === 'string' && used === 'bearer' && !/^[!-~]+$/.test(secret))
    throw invalid(['body', 'secret'], 'A bearer token has printable ASCII characters and no spaces')
  if (typeof secret === 'string' && used === 'basic' && !secret.includes(':'))
    throw invalid(['body', 'secret'], 'Input must be a user and a password with a colon between')
  const next = isKept || typeof secret === 'string' ? { ...fields, auth: used } : fields
  const engines = known
    ? document.engines.map((engine) => (engine === known ? next : engine))
    : [...document.engines, next]
  return {
    document: { ...document, engines },
    ...(secret !== undefined && { secret: { engine: name, value: secret } }),
  }
}

/** Undefined for what is no URL; that is refused with the entry. */
function originOf(url: Json | undefined): string | undefined {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : undefined
}

/** @throws AppError 404 `engine_not_found`. */
export function removeEngine({ document }: Newest, name: string): DocumentChange {
  findEngine(document, name)
  const engines = document.engines.filter((engine) => engine.name !== name)
  return { document: { ...document, engines }, secret: { engine: name, value: null } }
}

/** @throws AppError 404 `engine_not_found`. */
export function findEngine({ engines }: EnginesDocument, name: string): Engine {
  const engine = engines.find((one) => one.name === name)
  if (!engine) throw noSuch('engine')
  return engine
}

/** Adds a model behind the others, or replaces it where it stands. `is_default` moves it before all others. */
export function setModel(
  { document }: Pick<Newest, 'document'>,
  name: string,
  { entry, is_default }: { entry: Entry; is_default?: boolean | undefined },
): DocumentChange {
  const { [name]: _, ...others } = document.models
  const models = is_default ? { [name]: entry, ...others } : { ...document.models, [name]: entry }
  return { document: { ...document, models } }
}

/** @throws AppError 404 `model_not_found`; 409 `model_in_use`. */
export function removeModel({ document }: Newest, name: string): DocumentChange {
  if (!Object.hasOwn(document.models, name)) throw noSuch('model')
  const users = usersOf(document, (engine) => Object.hasOwn(modelsOf(engine), name))
  if (users !== '') throw finalConflict('model_in_use', `Take ${name} out of ${users} first.`)
  const { [name]: _, ...models } = document.models
  return { document: { ...document, models } }
}

/** @throws ValidationError for what is no graph, is too large, or has the name of a built-in one. */
export function setGraph({ document }: Newest, name: string, graph: Entry): DocumentChange {
  if (builtInGraphNames.includes(name))
    throw invalid(['body', 'graph'], `${name} is the name of a built-in graph; choose another one`)
  if (Buffer.byteLength(JSON.stringify(graph)) > largestGraph_bytes)
    throw invalid(['body', 'graph'], `A graph has at most ${largestGraph_bytes} bytes`)
  try {
    checkGraph(graph)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw invalid(['body', 'graph'], error.message)
  }
  return { document: { ...document, graphs: { ...document.graphs, [name]: graph } } }
}

/** @throws AppError 404 `graph_not_found`; 409 `graph_in_use`. */
export function removeGraph({ document }: Newest, name: string): DocumentChange {
  const { [name]: _, ...graphs } = document.graphs ?? {}
  if (!Object.hasOwn(document.graphs ?? {}, name)) throw noSuch('graph')
  const uses = (value: Json | undefined): boolean =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([key, inner]) => (key === 'graph' && inner === name) || uses(inner))
  const users = usersOf(document, (engine) => uses(engine['models']))
  if (users !== '') throw finalConflict('graph_in_use', `Take ${name} out of ${users} first.`)
  return { document: { ...document, graphs } }
}

function usersOf({ engines }: EnginesDocument, isUser: (engine: Engine) => boolean): string {
  return engines
    .filter(isUser)
    .map((engine) => engine.name)
    .join(', ')
}

function modelsOf(engine: Engine): object {
  const models = engine['models']
  return typeof models === 'object' && models !== null ? models : {}
}

/** @throws EnginesError with every fault of the document. */
export async function checkDocument(kinds: Kinds, { document }: DocumentChange): Promise<void> {
  await loadDocument(document, kinds, () => new Secret(''))
}

/** Writes the next version; false, with nothing written, if `after` is not the newest any more. */
export async function writeVersion(
  trx: Trx,
  ring: KeyRing,
  { document, secret }: DocumentChange,
  { after, what, made_by }: { after: number; what: string; made_by: string },
): Promise<boolean> {
  if (!(await queries.insertAfter(trx, after, { content: document, what, made_by }))) return false
  if (!secret) return true
  const { engine, value } = secret
  if (value === null) await queries.removeSecret(trx, engine)
  else await queries.putSecret(trx, engine, sealSecret(ring, engine, value))
  return true
}
