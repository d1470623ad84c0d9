import { type Config, readVariable } from '../config/config.ts'
import type { Log } from '../platform/log.ts'
import { builtinEngines } from './builtin-engines.ts'
import { engineKinds } from './engine-kinds.ts'
import type { EnginesFileContent } from './engines-file.ts'
import { type Inventory, watchEnginesFile } from './watch-engines-file.ts'

export { checkEngines } from './check-engines.ts'
export type { OnDemand, Switch } from './on-demand.ts'
export type { ConfiguredEngine, Inventory } from './watch-engines-file.ts'

/**
 * Opens the inventory: the built-in engines and those of the engines file, with their models. The file is reloaded when it
 * changes. `onLoad` gets its content after each successful load.
 * @throws ConfigError for an error in the file at the start.
 */
export function openInventory(
  config: Config,
  { log, onLoad }: { log: Log; onLoad: (content: EnginesFileContent) => Promise<void> },
): Promise<Inventory> {
  return watchEnginesFile({
    path: config.engines_file,
    builtins: builtinEngines(config),
    context: { kinds: engineKinds(log), variable: readVariable },
    log,
    onLoad,
  })
}
