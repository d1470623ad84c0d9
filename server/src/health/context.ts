import type { Config } from '../config/config.ts'
import type { Inventory } from '../inventory/inventory.ts'
import type { Db } from '../platform/db/database.ts'
import type { ObjectStorage } from '../storage/storage.ts'

/** What the use cases of this slice depend on. */
export interface HealthDeps {
  db: Db
  clock: () => Date
  config: Config
  storage: Pick<ObjectStorage, 'check'>
  inventory: Pick<Inventory, 'engines' | 'catalog' | 'reload'>
}
