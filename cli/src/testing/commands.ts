import type { Command } from 'commander'
import { createProgram } from '../program.ts'

export const program = createProgram(async () => undefined)

/** The commands that do something, by their path: `generate`, `keys create`. */
export const commands: ReadonlyMap<string, Command> = new Map(leaves(program, ''))

function* leaves(command: Command, path: string): Generator<[path: string, command: Command]> {
  for (const one of command.commands) {
    const name = `${path} ${one.name()}`.trim()
    if (one.commands.length > 0) yield* leaves(one, name)
    else yield [name, one]
  }
}
