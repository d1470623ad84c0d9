import type { ObjectStorage } from './object-storage.ts'

/**
 * A storage that replaced an older one: writes go to the new one, reads fall back to the older one, and removals go to both.
 */
export function createMovedStorage(storage: ObjectStorage, older: ObjectStorage): ObjectStorage {
  return {
    put: (key, body, options) => storage.put(key, body, options),
    head: async (key) => (await storage.head(key)) ?? older.head(key),
    get: async (key) => (await storage.get(key)) ?? older.get(key),
    remove: async (key) => {
      await Promise.all([storage.remove(key), older.remove(key)])
    },
    isEmpty: async () => (await storage.isEmpty()) && (await older.isEmpty()),
    signedUrl: async (key, options) => {
      // Asks the older one first: it is a local folder, and has few of the objects.
      const isOlder = (await older.head(key)) !== undefined && (await storage.head(key)) === undefined
      return (isOlder ? older : storage).signedUrl(key, options)
    },
    signedUpload: (key, options) => storage.signedUpload(key, options),
    check: () => storage.check(),
    removeUnfinished: async () => {
      await Promise.all([storage.removeUnfinished(), older.removeUnfinished()])
    },
  }
}
