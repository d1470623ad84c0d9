import type { EngineKind } from './engines-file.ts'

/** The kinds of inference servers, by the word that the engines file has for them. */
export const engineKinds: Readonly<Record<string, EngineKind>> = {}
