import { type Config, readVariable } from '../config/config.ts'
import type { Db } from '../platform/db/database.ts'
import type { Notifier } from '../platform/db/notifier.ts'
import type { Log } from '../platform/log.ts'
import type { KeyRing } from '../platform/secrets/key-ring.ts'
import { builtinEngines } from './builtin-engines.ts'
import { inventoryChannel } from './change-document.ts'
import { engineKinds } from './engine-kinds.ts'
import type { EnginesContent } from './entries.ts'
import { databaseSource, emptySource, fileSource } from './sources.ts'
import { type Inventory, watchInventory } from './watch-inventory.ts'

export {
  checkDocument,
  type DocumentChange,
  type EngineChange,
  type Entry,
  findEngine,
  inventoryChannel,
  type Newest,
  readNewest,
  removeEngine,
  removeGraph,
  removeModel,
  setEngine,
  setGraph,
  setModel,
  writeVersion,
} from './change-document.ts'
export { askEngine, checkEngines } from './check-engines.ts'
export { describeKinds } from './describe-kinds.ts'
export { engineKinds } from './engine-kinds.ts'
export {
  type EnginesDocument,
  EnginesError,
  type Fault,
  inWords,
  largestGraph_bytes,
  namePattern,
} from './entries.ts'
export { whyNotReached } from './not-reached.ts'
export type { OnDemand, Switch } from './on-demand.ts'
export { type Probe, probedKinds, type ProbedKind, probeServer } from './probe.ts'
export { rotateEngineSecrets, sampleEngineSecrets } from './secrets.ts'
export type { Kinds } from './sources.ts'
export type { ConfiguredEngine, Inventory } from './watch-inventory.ts'

/**
 * Opens the inventory: the built-in engines, and the models and engines of the engines file or, without one, of the database. It
 * follows each change. `onLoad` gets the content after each successful load.
 * @throws ConfigError for an error in the file at the start.
 */
export function openInventory(
  config: Config,
  {
    log,
    store,
    onLoad,
  }: {
    log: Log
    /** Undefined where there is no database yet. */
    store: { db: Db; ring: KeyRing; notifier?: Pick<Notifier, 'listen'> } | undefined
    onLoad: (content: EnginesContent) => Promise<void>
  },
): Promise<Inventory> {
  const kinds = engineKinds(log)
  const path = config.engines_file
  const source =
    path !== null
      ? fileSource(path, { kinds, variable: readVariable })
      : store
        ? databaseSource(store.db, store.ring, kinds)
        : emptySource
  const { notifier } = path === null && store ? store : {}
  return watchInventory({
    source,
    kinds,
    builtins: (hasModels) => builtinEngines(config, hasModels),
    log,
    onLoad,
    ...(notifier && { onHint: (look) => notifier.listen(inventoryChannel, look) }),
  })
}
