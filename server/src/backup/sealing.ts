import { readFile } from 'node:fs/promises'
import { ConfigError } from '../platform/setting.ts'

// Encryption for others: whoever makes backups holds nothing that opens them. The format is age's (age-encryption.org), so that the
// program of the same name opens each file without us. Loaded only where it is used.

export interface Sealer {
  /** Whom it is sealed for; part of the names of objects. Empty when nothing is sealed. */
  recipients: readonly string[]
  /** Of files. */
  ending: '' | '.age'
  /** A step of a `pipeline`. */
  seal: (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>
}

export const unsealed: Sealer = { recipients: [], ending: '', seal: (source) => source }

type Step = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

/** @throws ConfigError for a recipient that is none. */
export async function createSealer(recipients: readonly string[]): Promise<Sealer> {
  if (recipients.length === 0) return unsealed
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new ConfigError(
        `--encrypt-for: ${recipient.slice(0, 80)} is no recipient. One begins with age1; \`backup-key\` makes a pair.`,
      )
    }
  }
  return {
    recipients: recipients.toSorted(),
    ending: '.age',
    async *seal(source) {
      yield* await encrypter.encrypt(ReadableStream.from(source))
    },
  }
}

/** Recipients, each on the command line or a line of a file. */
export async function readRecipients(given: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    given.map(async (each) =>
      each.startsWith('age1') ? [each] : linesOf(await read(each, '--encrypt-for')),
    ),
  )
  return [...new Set(found.flat())]
}

/** Undefined without a key file. @throws ConfigError for a file that holds no key. */
export async function createOpener(key_file: string | undefined): Promise<Step | undefined> {
  if (key_file === undefined) return undefined
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  const keys = linesOf(await read(key_file, '--key-file'))
  for (const key of keys) {
    try {
      decrypter.addIdentity(key)
    } catch {
      throw new ConfigError(
        `--key-file: ${key_file} holds a line that is no key. One begins with AGE-SECRET-KEY-1.`,
      )
    }
  }
  if (keys.length === 0) throw new ConfigError(`--key-file: ${key_file} holds no key.`)
  return async function* open(source) {
    const opened = await decrypter.decrypt(ReadableStream.from(source)).catch((error: Error) => {
      throw /no identity matched/.test(error.message)
        ? new ConfigError(`--key-file: ${key_file} does not open this backup: it was sealed for another key.`)
        : error
    })
    yield* opened
  }
}

/** A new pair: the key file's text, and the recipient to encrypt for. */
export async function makeKeyPair(): Promise<{ text: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
  const key = await generateX25519Identity()
  const recipient = await identityToRecipient(key)
  return { text: `# recipient: ${recipient}\n${key}\n`, recipient }
}

async function read(path: string, option: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: Error) => {
    throw new ConfigError(`${option}: ${path} can't be read: ${error.message}`)
  })
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
