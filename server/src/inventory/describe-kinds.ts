import { type TSchema, Type } from 'typebox'
import { builtInGraphNames } from '../engines/comfyui.ts'
import { DocumentEngine, ModelEntry } from './entries.ts'
import type { Kinds } from './sources.ts'

/** A kind of inference server, with what a form must know to ask for an entry. */
export interface KindDescription {
  kind: string
  title: string
  about: string
  /** JSON Schemas: of an engine's entry, of a model in it, and of `enhance` in it, where it can enhance. */
  engine: TSchema
  model: TSchema
  enhance: TSchema | null
  /** Whether its models may have parameters of their own. */
  takes_parameters: boolean
  /** Graphs that come with Clipwright; empty where there is no such thing. */
  graphs: readonly string[]
}

export function describeKinds(kinds: Kinds): { kinds: KindDescription[]; model: TSchema } {
  return {
    kinds: Object.entries(kinds).map(([kind, { title, about, engine, model, enhance, takesParameters }]) => ({
      kind,
      title,
      about,
      engine: Type.Object(
        { ...DocumentEngine, kind: Type.Literal(kind), ...engine },
        { additionalProperties: false },
      ),
      model,
      enhance: enhance ?? null,
      takes_parameters: takesParameters ?? false,
      graphs: kind === 'comfyui' ? builtInGraphNames : [],
    })),
    model: ModelEntry,
  }
}
