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
export { publicProvenanceRoutes, type KnownFile } from './routes.ts'
