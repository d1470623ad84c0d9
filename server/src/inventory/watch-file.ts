import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Catalog, type Model, previewModel } from '../catalog/catalog.ts'
import { type EngineFileEntry, type FileContent, type FileContext, readEnginesFile } from './engines-file.ts'
import type { Engine } from '../engines/engines.ts'
import type { Log } from '../platform/log.ts'
import { ConfigError } from '../platform/setting.ts'

/** An engine that a worker may open. */
export interface EngineOffer {
  name: string
  kind: string
  /** Null for one in this process. */
  url: string | null
  slots: number
  /** Two offers with the same fingerprint are the same engine. Holds secrets. */
  fingerprint: string
  open(): Engine
}

/** What is on offer, as the engines file says now. */
export interface Inventory extends Disposable {
  /** Always the newest. */
  readonly catalog: Catalog
  readonly engines: readonly EngineOffer[]
  /** Called after each change, until the returned function is. */
  onChange(listener: () => void): () => void
  /** Looks at the file now. Resolves to what is wrong with it; what was on offer before then stays. */
  reload(): Promise<ConfigError | undefined>
}

const lookEvery_ms = 2_000

/**
 * Watches the engines file and the graphs beside it. A mistake in them at the start is thrown; later it is logged, and what
 * was on offer stays. `builtins` are the engines in this process.
 * @throws ConfigError
 */
export async function watchEnginesFile({
  path,
  builtins,
  context,
  log,
  onLoad,
}: {
  /** Null where there is no such file: then only the built-in engines are on offer. */
  path: string | null
  builtins: readonly EngineOffer[]
  context: FileContext
  log: Log
  /** Gets the file's content each time that it is good and new. */
  onLoad: (content: FileContent) => Promise<void>
}): Promise<Inventory> {
  const listeners = new Set<() => void>()
  let models: readonly Model[] = [previewModel]
  let engines = builtins
  let stamp = ''
  let told = ''

  const load = async (file: string): Promise<void> => {
    const seen = await stampOf(file)
    if (seen === stamp) return
    const content = await readEnginesFile(file, context)
    await onLoad(content)
    const known = new Map(engines.map((offer) => [offer.fingerprint, offer]))
    const offers = content.engines.map((entry) => toOffer(entry, context))
    engines = [...offers.map((offer) => known.get(offer.fingerprint) ?? offer), ...builtins]
    models = builtins.some(({ name }) => name === previewModel.name)
      ? [...content.models, previewModel]
      : content.models
    stamp = seen
    told = ''
    for (const listener of listeners) listener()
  }

  if (path !== null) await load(path)

  const reload = async (): Promise<ConfigError | undefined> => {
    if (path === null) return undefined
    const before = stamp
    try {
      await load(path)
      if (stamp !== before) log.info({ engines: engines.map(({ name }) => name) }, 'engines_file_loaded')
      return undefined
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      if (error.message !== told) log.error({ err: error }, 'engines_file_refused')
      told = error.message
      return error
    }
  }
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    reload()
      .catch((error: unknown) => log.warn({ err: error }, 'engines_file_not_read')) // tried again
      .finally(() => (busy = false))
  }, lookEvery_ms)
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

function toOffer(entry: EngineFileEntry, { kinds }: FileContext): EngineOffer {
  const { name, kind, slots, server } = entry
  return {
    name,
    kind,
    url: server.url,
    slots,
    fingerprint: JSON.stringify({ ...entry, models: [...entry.models] }),
    open: () => kinds[kind]!.create(entry),
  }
}

/** Changes when the file does, or a graph beside it. @throws ConfigError when there is no such file. */
async function stampOf(file: string): Promise<string> {
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
