import type { Model } from '../catalog/catalog.ts'
import type { ConfiguredEngine, Inventory } from '../inventory/inventory.ts'

/** Models and engines that change only when told. */
export interface FixedInventory extends Inventory {
  set(engines: readonly ConfiguredEngine[]): void
}

export function fixedInventory(
  models: readonly Model[],
  offers: readonly ConfiguredEngine[] = [],
): FixedInventory {
  let engines = offers
  const listeners = new Set<() => void>()
  return {
    source: 'database',
    document: { models: {}, engines: [] },
    refused: undefined,
    catalog: { models },
    get engines() {
      return engines
    },
    set: (next) => {
      engines = next
      for (const listener of listeners) listener()
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reload: async () => undefined,
    [Symbol.dispose]: () => {},
  }
}
