import { type Catalog, type Model, previewModel } from '../catalog/catalog.ts'
import type { EngineEntry, EnginesContent, EnginesDocument } from './entries.ts'
import type { Engine, JobClocks } from '../engines/engines.ts'
import type { Log } from '../platform/log.ts'
import { ConfigError } from '../platform/setting.ts'
import type { OnDemand } from './on-demand.ts'
import type { InventorySource, Kinds } from './sources.ts'

/** An engine of the inventory, which a worker can open. */
export interface ConfiguredEngine {
  name: string
  kind: string
  /** Null for an engine in this process. */
  url: string | null
  slots: number
  /** The models of its entry, whether it offers them now or not. */
  models: readonly string[]
  /** How it is started and stopped by need; absent when it always runs. */
  on_demand?: OnDemand | undefined
  /** An entry that keeps its fingerprint over a reload is unchanged. Contains secrets. */
  fingerprint: string
  /** `clocks`: where the clocks of hung jobs are kept; default: in memory. */
  open(clocks?: JobClocks): Engine
}

/** The models and engines of this installation, by the newest valid version of the engines file or of the database's document. */
export interface Inventory extends Disposable {
  readonly source: InventorySource['kind']
  readonly catalog: Catalog
  readonly engines: readonly ConfiguredEngine[]
  /** What this process has loaded, as it is written. */
  readonly document: EnginesDocument
  /** Why a newer version does not count here; undefined where none is refused. */
  readonly refused: ConfigError | undefined
  /** Calls the listener after each change. Returns a function that removes it. */
  onChange(listener: () => void): () => void
  /** Loads the newest version now, if it is another one. Resolves to its error, if any; the inventory then stays as it was. */
  reload(): Promise<ConfigError | undefined>
}

const pollEvery_ms = 2_000

/**
 * Loads the inventory, and loads it again when its source changes. An error in a later version is logged, and the inventory stays
 * as it was; so it does while a source can't be read.
 * @throws ConfigError for an error in a file at the start. A refused document stops nothing: it is mended through the API.
 */
export async function watchInventory({
  source,
  kinds,
  builtins,
  log,
  onLoad,
  onHint,
}: {
  source: InventorySource
  kinds: Kinds
  /** The engines that run in this process, beside models of the source or instead of them. */
  builtins: (hasModels: boolean) => readonly ConfiguredEngine[]
  log: Log
  /** Gets the content after each successful load; a load counts only once this has resolved. */
  onLoad: (content: EnginesContent) => Promise<void>
  /** Calls what it is given when there may be a newer version, before the next poll would see it. Returns how to stop. */
  onHint?: (look: () => void) => () => void
}): Promise<Inventory> {
  const listeners = new Set<() => void>()
  let document: EnginesDocument = { models: {}, engines: [] }
  let models: readonly Model[] = [previewModel]
  let engines = builtins(false)
  let loadedVersion = ''
  let refused: ConfigError | undefined
  let isAway = false

  const load = async (): Promise<boolean> => {
    const version = await source.version()
    if (version === loadedVersion) return false
    const content = await source.read()
    await onLoad(content)
    const inProcess = builtins(content.models.length > 0)
    const known = new Map(engines.map((offer) => [offer.fingerprint, offer]))
    const offers = [...content.engines.map((entry) => toOffer(entry, kinds)), ...inProcess]
    engines = offers.map((offer) => known.get(offer.fingerprint) ?? offer)
    models = inProcess.some(({ name }) => name === previewModel.name)
      ? [...content.models, previewModel]
      : content.models
    document = content.document
    loadedVersion = version
    for (const listener of listeners) listener()
    return true
  }

  const loadOnce = async (): Promise<ConfigError | undefined> => {
    try {
      if (await load()) log.info({ engines: engines.map(({ name }) => name) }, `${eventOf(source)}_loaded`)
      refused = undefined
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      if (error.message !== refused?.message) log.error({ err: error }, `${eventOf(source)}_refused`)
      refused = error
    }
    isAway = false
    return refused
  }

  /** One at a time: a change that comes during a load is seen by the next. */
  let last: Promise<ConfigError | undefined> = Promise.resolve(undefined)
  const reload = (): Promise<ConfigError | undefined> => (last = last.catch(() => {}).then(loadOnce))
  let busy = false
  let closed = false
  const poll = (): void => {
    if (busy) return
    busy = true
    reload()
      .catch((error: unknown) => {
        // The next poll tries again; an outage is told once.
        if (!closed) log[isAway ? 'debug' : 'warn']({ err: error }, `${eventOf(source)}_not_read`)
        isAway = true
      })
      .finally(() => (busy = false))
  }

  if (source.kind === 'file') await load()
  else await loadOnce()
  const timer = setInterval(poll, pollEvery_ms)
  timer.unref()
  const stopHints = onHint?.(poll)

  return {
    source: source.kind,
    catalog: {
      get models() {
        return models
      },
    },
    get engines() {
      return engines
    },
    get document() {
      return document
    },
    get refused() {
      return refused
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reload,
    [Symbol.dispose]: () => {
      closed = true
      clearInterval(timer)
      stopHints?.()
    },
  }
}

/** The beginning of the names of log lines. */
const eventOf = ({ kind }: InventorySource): string => (kind === 'file' ? 'engines_file' : 'engine_document')

function toOffer(entry: EngineEntry, kinds: Kinds): ConfiguredEngine {
  const { name, kind, slots, server, on_demand } = entry
  return {
    name,
    kind,
    url: server.url,
    slots,
    models: [...entry.models.keys()],
    on_demand,
    fingerprint: JSON.stringify({ ...entry, models: [...entry.models] }),
    open: (clocks) => kinds[kind]!.create(entry, clocks),
  }
}
