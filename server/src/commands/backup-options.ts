// Apart from the commands, which load what no other command needs.

const from = { from: { type: 'string' }, set: { type: 'string' }, 'key-file': { type: 'string' } } as const

export const backupOptions = {
  backup: {
    to: { type: 'string' },
    'encrypt-for': { type: 'string', multiple: true },
    'with-keys': { type: 'boolean' },
    keep: { type: 'string' },
    parallel: { type: 'string' },
  },
  restore: {
    ...from,
    'without-objects': { type: 'boolean' },
    'missing-objects': { type: 'boolean' },
    parallel: { type: 'string' },
  },
  'verify-backup': { ...from, quick: { type: 'boolean' } },
  'backup-key': { to: { type: 'string' } },
} as const

export type BackupCommand = keyof typeof backupOptions

export const isOfBackups = (command: string): command is BackupCommand =>
  Object.hasOwn(backupOptions, command)

/** What stands behind a command. */
export interface Options {
  email?: string
  objects?: boolean
  json?: boolean
  to?: string
  from?: string
  set?: string
  'encrypt-for'?: string[]
  'key-file'?: string
  'with-keys'?: boolean
  'without-objects'?: boolean
  'missing-objects'?: boolean
  quick?: boolean
  keep?: string
  parallel?: string
}
