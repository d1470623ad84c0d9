import { useSyncExternalStore } from 'react'
import type { Task, TaskCreate } from '../../lib/api.ts'

type Choices = { [Field in Exclude<keyof TaskCreate, 'prompt'>]?: TaskCreate[Field] | undefined }

/** What stands in the form. Undefined is left to the server: the model's default, or a random seed. */
export interface Draft extends Choices {
  prompt: string
  /** What the prompt's `{fields}` are filled with. */
  fields?: Readonly<Record<string, string>> | undefined
}

const key = 'clipwright.draft'
const listeners = new Set<() => void>()
let draft: Draft = read()

function read(): Draft {
  try {
    return { prompt: '', ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Draft>) }
  } catch {
    return { prompt: '' }
  }
}

export const currentDraft = (): Draft => draft

export function setDraft(next: Draft): void {
  draft = next
  localStorage.setItem(key, JSON.stringify(next))
  for (const listener of listeners) listener()
}

export const changeDraft = (changes: Partial<Draft>): void => setDraft({ ...draft, ...changes })

// Another tab wrote its draft.
addEventListener('storage', (event) => {
  if (event.key !== key) return
  draft = read()
  for (const listener of listeners) listener()
})

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The draft survives a reload, and all tabs show the same one. */
export const useDraft = (): Draft => useSyncExternalStore(subscribe, currentDraft)

/** Puts everything that a video was made from back into the form. */
export function reuse({ prompt, original_prompt, negative_prompt, model, params }: Task): void {
  setDraft({
    prompt: prompt ?? '',
    original_prompt: original_prompt ?? undefined,
    negative_prompt: negative_prompt ?? undefined,
    model,
    image_url: params.image_key ?? undefined,
    last_image_url: params.last_image_key ?? undefined,
    audio_url: params.audio_key ?? undefined,
    resolution: params.resolution,
    aspect_ratio: params.aspect_ratio,
    duration_seconds: params.duration_seconds,
    seed: params.seed,
    steps: params.steps ?? undefined,
    guidance: params.guidance ?? undefined,
    parameters: Object.keys(params.parameters).length > 0 ? params.parameters : undefined,
  })
}
