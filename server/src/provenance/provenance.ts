export { aiTags, fileTags } from './tags.ts'
export {
  createManifest,
  type Manifest,
  type Marking,
  type MadeVideo,
  type Recipe,
  wordsOf,
} from './manifest.ts'
export { ProvenanceEnvelope } from './schemas.ts'
export type { KnownFile } from './routes.ts'
