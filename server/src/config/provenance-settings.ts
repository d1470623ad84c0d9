import { parseSeeds } from '../platform/secrets/signing-keys.ts'
import { ConfigError, oneOf, Secret, type Setting } from '../platform/setting.ts'

// Settings of the marks and manifests that say how a video was made.

function producerId(): Setting<string | null> {
  const name = 'AI_PRODUCER_ID'
  const read = (value: string | undefined): string | null => {
    if (value !== undefined && !/^[^\p{Cc}]{1,200}$/u.test(value))
      throw new ConfigError(`${name} must be 1 to 200 characters without control characters`)
    return value ?? null
  }
  const about =
    'Who is responsible for generated videos, as named in the AIGC label and the manifests. If a law assigns a code to providers, use that code.'
  return { name, about, default: 'host of PUBLIC_BASE_URL', read }
}

function provenanceKeys(): Setting<Secret | null> {
  const name = 'PROVENANCE_KEY'
  const read = (value: string | undefined): Secret | null => {
    if (value === undefined) return null
    if (!parseSeeds(value))
      throw new ConfigError(
        `${name} must be 32 bytes in base64, or several such, separated by commas, each once`,
      )
    return new Secret(value)
  }
  const about =
    'Ed25519 keys for the manifests of videos: 32 bytes in base64 each, separated by commas. The first key signs, all keys verify. Without it the first start makes a key and keeps it in the data folder; processes on several machines need the same one.'
  return { name, about, default: 'made at the first start', read }
}

export const provenanceSettings = {
  result_recipe: oneOf<'full' | 'none'>(
    'RESULT_RECIPE',
    'full',
    ['full', 'none'],
    'Whether videos and their manifests contain the recipe: prompt, seed and parameters. `none` leaves it out; the mark as generated stays.',
  ),
  ai_producer_id: producerId(),
  provenance_key: provenanceKeys(),
} satisfies Record<string, Setting<unknown>>
