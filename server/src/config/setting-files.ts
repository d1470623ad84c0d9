import { readFileSync } from 'node:fs'
import type { Environment } from '../platform/setting.ts'

/**
 * The environment with what its files hold: where `NAME_FILE` is set, `NAME` is what stands in that file, without the end of its
 * last line. Secrets of systemd, Docker and Kubernetes are such files. A name that has a meaning of its own (`ENGINES_FILE`) is none.
 */
export function withFiles(
  env: Environment,
  names: readonly string[],
  onError: (message: string) => void,
): Environment {
  const read: Record<string, string> = {}
  for (const name of names) {
    const file = env[`${name}_FILE`]
    if (!file) continue
    if (env[name]) onError(`${name} and ${name}_FILE are both set; one of them has to go`)
    else {
      try {
        read[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
      } catch (error) {
        onError(`${name}_FILE can't be read: ${(error as Error).message}`)
      }
    }
  }
  return { ...env, ...read }
}
