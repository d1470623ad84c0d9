import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseDocument } from 'yaml'
import { ConfigError } from '../platform/setting.ts'
import {
  checkEntries,
  type EnginesContent,
  type EnginesContext,
  EnginesError,
  loadEntries,
} from './entries.ts'

// Reads the file that ENGINES_FILE names.

/** Reads and checks the file, and the files that it names. @throws ConfigError that lists every error with its path in the file. */
export async function readEnginesFile(path: string, context: EnginesContext): Promise<EnginesContent> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new ConfigError(`ENGINES_FILE: ${error.message}`)
  })
  return named(() => loadEntries(parse(text), context, dirname(path)))
}

/** Parses and checks the file's text, but not the files that it names. @throws ConfigError as `readEnginesFile`. */
export function parseEnginesFile(text: string, context: EnginesContext): EnginesContent {
  const given = parse(text)
  try {
    return checkEntries(given, context)
  } catch (error) {
    throw inFile(error)
  }
}

async function named<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw inFile(error)
  }
}

/** The error with the setting's name in each line. */
function inFile(error: unknown): unknown {
  return error instanceof EnginesError ? new EnginesError(error.faults, prefix) : error
}
const prefix = 'ENGINES_FILE: '

function parse(text: string): unknown {
  const document = parseDocument(text)
  const faults = document.errors.map(({ message }) => ({ path: [], place: '', message }))
  if (faults.length > 0) throw new EnginesError(faults, prefix)
  return document.toJS()
}
