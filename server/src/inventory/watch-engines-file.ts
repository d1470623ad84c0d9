import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Catalog, type Model, previewModel } from '../catalog/catalog.ts'
import {
  type EngineFileEntry,
  type EnginesFileContent,
  type EnginesFileContext,
  readEnginesFile,
} from './engines-file.ts'
import type { Engine, JobClocks } from '../engines/engines.ts'
import type { Log } from '../platform/log.ts'
import { ConfigError } from '../platform/setting.ts'

/** An engine of the inventory, which a worker can open. */
export interface ConfiguredEngine {
  name: string
  kind: string
  /** Null for an engine in this process. */
  url: string | null
  slots: number
  /** The models of its entry, whether it offers them now or not. */
  models: readonly string[]
  /** An entry that keeps its fingerprint over a reload is unchanged. Contains secrets. */
  fingerprint: string
  /** `clocks`: where the clocks of hung jobs are kept; default: in memory. */
  open(clocks?: JobClocks): Engine
}

/** The models and engines of this installation, by the newest valid version of the engines file. */
export interface Inventory extends Disposable {
  readonly catalog: Catalog
  readonly engines: readonly ConfiguredEngine[]
  /** Calls the listener after each change. Returns a function that removes it. */
  onChange(listener: () => void): () => void
  /** Reloads the file now, if it has changed. Resolves to its error, if any; the inventory then stays as it was. */
  reload(): Promise<ConfigError | undefined>
}

const pollEvery_ms = 2_000

/**
 * Loads the engines file, and reloads it when it or a graph beside it changes. An error in a later version is logged, and the
 * inventory stays as it was.
 * @throws ConfigError for an error at the start.
 */
export async function watchEnginesFile({
  path,
  builtins,
  context,
  log,
  onLoad,
}: {
  /** Null without an engines file: the inventory then has only the built-in engines. */
  path: string | null
  /** The engines that run in this process. */
  builtins: readonly ConfiguredEngine[]
  context: EnginesFileContext
  log: Log
  /** Gets the file's content after each successful load; a load counts only once this has resolved. */
  onLoad: (content: EnginesFileContent) => Promise<void>
}): Promise<Inventory> {
  const listeners = new Set<() => void>()
  let models: readonly Model[] = [previewModel]
  let engines = builtins
  let loadedVersion = ''
  let loggedError = ''

  const load = async (file: string): Promise<void> => {
    const version = await versionOf(file)
    if (version === loadedVersion) return
    const content = await readEnginesFile(file, context)
    await onLoad(content)
    const known = new Map(engines.map((offer) => [offer.fingerprint, offer]))
    const offers = content.engines.map((entry) => toOffer(entry, context))
    engines = [...offers.map((offer) => known.get(offer.fingerprint) ?? offer), ...builtins]
    models = builtins.some(({ name }) => name === previewModel.name)
      ? [...content.models, previewModel]
      : content.models
    loadedVersion = version
    loggedError = ''
    for (const listener of listeners) listener()
  }

  if (path !== null) await load(path)

  const reload = async (): Promise<ConfigError | undefined> => {
    if (path === null) return undefined
    const before = loadedVersion
    try {
      await load(path)
      if (loadedVersion !== before)
        log.info({ engines: engines.map(({ name }) => name) }, 'engines_file_loaded')
      return undefined
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      if (error.message !== loggedError) log.error({ err: error }, 'engines_file_refused')
      loggedError = error.message
      return error
    }
  }
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    reload()
      .catch((error: unknown) => log.warn({ err: error }, 'engines_file_not_read')) // the next poll retries
      .finally(() => (busy = false))
  }, pollEvery_ms)
  timer.unref()

  return {
    catalog: {
      get models() {
        return models
      },
    },
    get engines() {
      return engines
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reload,
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

function toOffer(entry: EngineFileEntry, { kinds }: EnginesFileContext): ConfiguredEngine {
  const { name, kind, slots, server } = entry
  return {
    name,
    kind,
    url: server.url,
    slots,
    models: [...entry.models.keys()],
    fingerprint: JSON.stringify({ ...entry, models: [...entry.models] }),
    open: (clocks) => kinds[kind]!.create(entry, clocks),
  }
}

/** A string that changes whenever the file or a graph beside it does. @throws ConfigError when there is no such file. */
async function versionOf(file: string): Promise<string> {
  const folder = dirname(file)
  try {
    const graphs = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted()
    const stats = await Promise.all(
      [file, ...graphs.map((name) => join(folder, name))].map((path) => stat(path)),
    )
    return JSON.stringify([graphs, stats.map(({ mtimeMs, size, ino }) => [mtimeMs, size, ino])])
  } catch (error) {
    throw new ConfigError(`ENGINES_FILE: ${(error as Error).message}`)
  }
}
