import { homedir } from 'node:os'
import { join } from 'node:path'

/** What the environment says; the only place that reads it. */
export interface Config {
  /** `CLIPWRIGHT_URL`: where the service is reached. Without it a service on this machine, on `PORT` as the server reads it. */
  url: string
  /** `CLIPWRIGHT_API_KEY`: used in place of a session. Never an option: arguments are seen by every user of a machine. */
  api_key: string | undefined
  /** `CLIPWRIGHT_PASSWORD`: for `login` in scripts. */
  password: string | undefined
  /** For a login in a script, where the account has a second factor. */
  mfa_code: string | undefined
  /** `XDG_CONFIG_HOME`, by default `~/.config`, then `clipwright`: holds the session. */
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
