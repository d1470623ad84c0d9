import { homedir } from 'node:os'
import { join } from 'node:path'

/** The settings from the environment; no other file reads it. */
export interface Config {
  /** `CLIPWRIGHT_URL`: the URL of the service. Default: this machine, at `PORT`, which the server reads too. */
  url: string
  /** `CLIPWRIGHT_API_KEY`: replaces the session. It is not an option, because every user of a machine can see arguments. */
  api_key: string | undefined
  /** `CLIPWRIGHT_PASSWORD`: for `login` in scripts. */
  password: string | undefined
  /** `CLIPWRIGHT_MFA_CODE`: for `login` in scripts, if the account has a second factor. */
  mfa_code: string | undefined
  /** The folder `clipwright` in `XDG_CONFIG_HOME` (default: `~/.config`), which contains the session. */
  folder: string
}

export const defaultUrl = 'http://127.0.0.1:8080'

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  return {
    url: env['CLIPWRIGHT_URL'] || (env['PORT'] ? `http://127.0.0.1:${env['PORT']}` : defaultUrl),
    api_key: env['CLIPWRIGHT_API_KEY'] || undefined,
    password: env['CLIPWRIGHT_PASSWORD'] || undefined,
    mfa_code: env['CLIPWRIGHT_MFA_CODE'] || undefined,
    folder: join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'clipwright'),
  }
}
