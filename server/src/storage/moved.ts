import type { ObjectStorage } from './object-storage.ts'

/**
 * A storage that took the place of an older one: everything new goes to the new one, what only the older one holds is still
 * served from there. Removing removes from both, so that nothing comes back.
 */
export function createMovedStorage(storage: ObjectStorage, older: ObjectStorage): ObjectStorage {
  return {
    put: (key, body, options) => storage.put(key, body, options),
    head: async (key) => (await storage.head(key)) ?? older.head(key),
    get: async (key) => (await storage.get(key)) ?? older.get(key),
    remove: async (key) => {
      await Promise.all([storage.remove(key), older.remove(key)])
    },
    signedUrl: async (key, options) => {
      // The older one is asked first: it is a folder at hand, and knows nothing of most objects.
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
