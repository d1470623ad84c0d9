import { parseSeeds } from '../platform/secrets/signing-keys.ts'
import { ConfigError, oneOf, Secret, type Setting } from '../platform/setting.ts'

// How videos say what made them.

function producerId(): Setting<string | null> {
  const name = 'AI_PRODUCER_ID'
  const read = (value: string | undefined): string | null => {
    if (value !== undefined && !/^[^\p{Cc}]{1,200}$/u.test(value))
      throw new ConfigError(`${name} must be 1 to 200 characters without control characters`)
    return value ?? null
  }
  const about =
    'Who answers for generated videos, as the AIGC label and the manifests name it: where a law gives providers a code, that code.'
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
    'Signs the manifests of videos (Ed25519): 32 bytes in base64. Of several, separated by commas, the first signs and all verify. Without it a key is made at the first start and kept in the data folder; processes on several machines need the same one.'
  return { name, about, default: 'made at the first start', read }
}

export const provenanceSettings = {
  result_recipe: oneOf<'full' | 'none'>(
    'RESULT_RECIPE',
    'full',
    ['full', 'none'],
    'Whether videos and their manifests carry what they were made from: prompt, seed, parameters. What marks them as generated stays.',
  ),
  ai_producer_id: producerId(),
  provenance_key: provenanceKeys(),
} satisfies Record<string, Setting<unknown>>
