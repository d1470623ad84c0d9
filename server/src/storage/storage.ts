export { abandonedAfter_ms } from '../platform/files/drafts.ts'
export {
  type ObjectInfo,
  type ObjectStorage,
  openSmall,
  type SignedUpload,
  type SignedUploadOptions,
  type SignedUrlOptions,
} from './object-storage.ts'
export { typeOf } from './keys.ts'
export { putFile } from './put-file.ts'
export { removeEach } from './remove-each.ts'
export { sendFile } from './send-file.ts'
export { retryOnStorageOutage, orUnavailable, StorageFull, StorageUnavailable } from './unavailable.ts'
