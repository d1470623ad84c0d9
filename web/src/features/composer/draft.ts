import { useSyncExternalStore } from 'react'
import type { Task } from '../../lib/api.ts'

/** What stands in the form. Undefined is left to the server: the model's default, or a random seed. */
export interface Draft {
  prompt: string
  negative_prompt?: string | undefined
  model?: string | undefined
  resolution?: string | undefined
  aspect_ratio?: string | undefined
  duration_seconds?: number | undefined
  seed?: number | undefined
  steps?: number | undefined
  guidance?: number | undefined
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

export function setDraft(next: Draft): void {
  draft = next
  localStorage.setItem(key, JSON.stringify(next))
  for (const listener of listeners) listener()
}

// Another tab wrote its draft.
addEventListener('storage', (event) => {
  if (event.key !== key) return
  draft = read()
  for (const listener of listeners) listener()
})

/** The draft survives a reload, and all tabs show the same one. */
export function useDraft(): Draft {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => draft,
  )
}

/** Puts everything that a video was made from back into the form. */
export function reuse({ prompt, negative_prompt, model, params }: Task): void {
  setDraft({
    prompt: prompt ?? '',
    negative_prompt: negative_prompt ?? undefined,
    model,
    resolution: params.resolution,
    aspect_ratio: params.aspect_ratio,
    duration_seconds: params.duration_seconds,
    seed: params.seed,
    steps: params.steps ?? undefined,
    guidance: params.guidance ?? undefined,
  })
}
