import { type Config, readVariable } from '../config/config.ts'
import type { Log } from '../platform/log.ts'
import { builtinEngines } from './builtin-engines.ts'
import { engineKinds } from './engine-kinds.ts'
import type { FileContent } from './engines-file.ts'
import { type Inventory, watchEnginesFile } from './watch-file.ts'

export { checkEngines } from './check-engines.ts'
export type { EngineOffer, Inventory } from './watch-file.ts'

/**
 * The models and engines on offer: those in this process, and those of the engines file, which is read again when it changes.
 * `onLoad` gets the file's content each time that it is good and new.
 * @throws ConfigError for a mistake in the file that is there now.
 */
export function openInventory(
  config: Config,
  { log, onLoad }: { log: Log; onLoad: (content: FileContent) => Promise<void> },
): Promise<Inventory> {
  return watchEnginesFile({
    path: config.engines_file,
    builtins: builtinEngines(config),
    context: { kinds: engineKinds(log), variable: readVariable },
    log,
    onLoad,
  })
}
