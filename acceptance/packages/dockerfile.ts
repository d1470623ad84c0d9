// Reads a Dockerfile as far as ours go: no heredocs, no ONBUILD, no SHELL. What it does not know is an error.

export interface Instruction {
  keyword: string
  /** Such as `--from=build`, without the dashes. */
  flags: Map<string, string>
  /** The words of the JSON form, or undefined. */
  words: string[] | undefined
  text: string
}

export interface Stage {
  base: string
  name: string | undefined
  instructions: Instruction[]
}

const known = new Set(
  'ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL RUN STOPSIGNAL USER VOLUME WORKDIR'.split(' '),
)

export function readDockerfile(text: string): Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const stages: Stage[] = []
  for (const line of lines) {
    const instruction = readInstruction(line)
    if (instruction.keyword === 'FROM') {
      const [, base = '', name] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(instruction.text) ?? []
      stages.push({ base, name, instructions: [] })
    } else stages.at(-1)!.instructions.push(instruction)
  }
  return stages
}

function readInstruction(line: string): Instruction {
  const [, keyword = '', ...rest] = /^(\S+)\s+(.*)$/s.exec(line) ?? []
  if (!known.has(keyword)) throw new Error(`This Dockerfile has ${keyword}, which is not known here: ${line}`)
  const flags = new Map<string, string>()
  let text = rest.join('')
  for (let flag; (flag = /^--(\w[\w-]*)=(\S+)\s+/.exec(text)); text = text.slice(flag[0].length))
    flags.set(flag[1]!, flag[2]!)
  return { keyword, flags, words: jsonWords(text), text }
}

function jsonWords(text: string): string[] | undefined {
  try {
    const words: unknown = JSON.parse(text)
    return Array.isArray(words) ? (words as string[]) : undefined
  } catch {
    return undefined
  }
}

/** `A=b C="d e"` as pairs. */
export function pairsOf(text: string): [name: string, value: string][] {
  return [...text.matchAll(/([\w.]+)=(?:"((?:[^"\\]|\\.)*)"|(\S*))/g)].map(([, name, quoted, plain]) => [
    name!,
    quoted ?? plain!,
  ])
}

/** `${NAME}` and `$NAME` by what is set so far. */
export function substitute(text: string, env: Record<string, string>): string {
  return text.replaceAll(
    /\$(?:\{(\w+)\}|(\w+))/g,
    (_, braced: string | undefined, plain: string | undefined) => {
      const name = braced ?? plain!
      if (!(name in env)) throw new Error(`${name} is not set in the Dockerfile before it is used`)
      return env[name]!
    },
  )
}
