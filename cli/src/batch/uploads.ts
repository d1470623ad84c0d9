import { resolve } from 'node:path'
import type { Schema } from '@clipwright/client'
import { toBody } from '../choices.ts'
import type { Run } from '../run.ts'
import { isReference, toAudioUrl, toImageUrl } from '../upload.ts'
import { patiently } from './patience.ts'
import type { Row } from './rows.ts'

/** The service keeps uploads for a day. */
export const freshUpload_ms = 6 * 3_600_000

/** Sends each file once, and again only when the service may have forgotten it. */
export function createUploads(run: Run, base: string) {
  const known = new Map<string, { at: number; key: Promise<string> }>()
  const once = (given: string, send: (run: Run, given: string) => Promise<string>) => {
    const path = isReference(given) ? given : resolve(base, given)
    const found = known.get(path)
    if (found && Date.now() - found.at < freshUpload_ms) return found.key
    const key = patiently(run.signal, () => send(run, path))
    known.set(path, { at: Date.now(), key })
    return key
  }
  /** What is sent for a row. */
  return async ({ prompt, choices }: Row): Promise<Schema<'TaskCreate'>> => {
    const { image, lastImage, audio } = choices
    const sent = {
      ...(image === undefined ? {} : { image: await once(image, toImageUrl) }),
      ...(lastImage === undefined ? {} : { lastImage: await once(lastImage, toImageUrl) }),
      ...(audio === undefined ? {} : { audio: await once(audio, toAudioUrl) }),
    }
    return toBody(run, prompt, { ...choices, ...sent })
  }
}

export type Upload = ReturnType<typeof createUploads>
