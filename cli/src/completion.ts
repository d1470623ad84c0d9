import type { Command, Option } from 'commander'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

interface Entry {
  /** `generate`, `keys create`; empty for the program itself. */
  path: string
  commands: readonly { name: string; about: string }[]
  options: readonly Option[]
  /** Whether its argument is a file. */
  takesFile: boolean
}

/** Generates a script that lets a shell complete commands, options and their choices. */
export function completionScript(program: Command, shell: Shell): string {
  const entries = [...entriesOf(program, '')]
  switch (shell) {
    case 'bash':
      return bash(entries)
    case 'zsh':
      return zsh(entries)
    case 'fish':
      return fish(entries)
  }
}

function* entriesOf(command: Command, path: string): Generator<Entry> {
  const visible = command.createHelp().visibleCommands(command)
  const options = command.createHelp().visibleOptions(command)
  const globals = path === '' ? [] : command.createHelp().visibleGlobalOptions(command)
  yield {
    path,
    commands: visible.map((one) => ({ name: one.name(), about: one.description() })),
    options: [...options, ...globals.filter(({ long }) => !options.some((own) => own.long === long))],
    takesFile: command.registeredArguments.some((argument) => argument.name() === 'file'),
  }
  for (const one of command.commands) yield* entriesOf(one, `${path} ${one.name()}`.trim())
}

const flags = ({ short, long }: Option) => [short, long].filter((flag) => flag !== undefined && flag !== null)
const takesPath = ({ flags, argChoices }: Option) => argChoices === undefined && /<(file|folder)/.test(flags)
const takesValue = ({ required, optional }: Option) => required || optional
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The branches of a shell `case` that step from a command to its subcommand. */
function steps(entries: readonly Entry[]): string {
  return entries
    .filter(({ path }) => path !== '')
    .map(({ path }) => {
      const [parent = '', name = ''] = path.includes(' ') ? path.split(' ') : ['', path]
      return `      ${quoted(`${parent}/${name}`)}) at=${quoted(path)} ;;`
    })
    .join('\n')
}

/** The branches of a shell `case` that complete the value of an option. */
function values(entries: readonly Entry[], choices: (words: string) => string, files: string): string {
  return entries
    .flatMap(({ path, options }) =>
      options.filter(takesValue).map((option) => {
        const patterns = flags(option).map((flag) => quoted(`${path}/${flag}`))
        const reply = option.argChoices
          ? choices(option.argChoices.join(' '))
          : takesPath(option)
            ? files
            : ':'
        return `    ${patterns.join('|')}) ${reply}; return ;;`
      }),
    )
    .join('\n')
}

function bash(entries: readonly Entry[]): string {
  const choices = (words: string) => `COMPREPLY=($(compgen -W ${quoted(words)} -- "$cur"))`
  const complete = 'compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur"))'
  const lists = entries.map(({ path, commands, options, takesFile }) => {
    const names = commands.map(({ name }) => name).join(' ')
    const words = quoted(options.flatMap(flags).join(' '))
    const files = takesFile ? `; if [[ "$cur" != -* ]]; then ${complete}; return; fi` : ''
    return `    ${quoted(path)}) commands=${quoted(names)} options=${words}${files} ;;`
  })
  return `# clipwright for bash: eval "$(clipwright completion bash)"
_clipwright() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" at='' commands options i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at/\${COMP_WORDS[i]}" in
${steps(entries)}
    esac
  done
  COMPREPLY=()
  case "$at/$prev" in
${values(entries, choices, complete)}
  esac
  case "$at" in
${lists.join('\n')}
  esac
  if [[ "$cur" == -* || -z "$commands" ]]; then commands="$options"; fi
  COMPREPLY=($(compgen -W "$commands" -- "$cur"))
}
complete -F _clipwright clipwright
`
}

function zsh(entries: readonly Entry[]): string {
  const item = (name: string, about: string) => quoted(`${name.replaceAll(':', String.raw`\:`)}:${about}`)
  const lists = entries.map(({ path, commands, options }) => {
    const commandItems = commands.map(({ name, about }) => item(name, about)).join(' ')
    const optionItems = options
      .flatMap((option) => flags(option).map((flag) => item(flag, option.description)))
      .join(' ')
    return `    ${quoted(path)})
      commands=(${commandItems})
      options=(${optionItems}) ;;`
  })
  return `#compdef clipwright
# clipwright for zsh: eval "$(clipwright completion zsh)"
_clipwright() {
  local at='' i
  local -a commands options
  for ((i = 2; i < CURRENT; i++)); do
    case "$at/\${words[i]}" in
${steps(entries)}
    esac
  done
  case "$at/\${words[CURRENT-1]}" in
${values(entries, (words) => `compadd -- ${words}`, '_files')}
  esac
  case "$at" in
${lists.join('\n')}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then _describe 'option' options
  elif ((\${#commands})); then _describe 'command' commands
  else _files
  fi
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
compdef _clipwright clipwright
`
}

function fish(entries: readonly Entry[]): string {
  const lines = entries.flatMap(({ path, commands, options, takesFile }) => {
    const seen = path === '' ? [] : path.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`)
    const names = commands.map(({ name }) => name)
    const open =
      path === ''
        ? '__fish_use_subcommand'
        : [...seen, `not __fish_seen_subcommand_from ${names.join(' ')}`].join('; and ')
    const here = path === '' ? '' : ` -n ${quoted(seen.join('; and '))}`
    return [
      ...(takesFile ? [`complete -c clipwright${here} -F`] : []),
      ...commands.map(
        ({ name, about }) => `complete -c clipwright -f -n ${quoted(open)} -a ${name} -d ${quoted(about)}`,
      ),
      ...options.map((option) => {
        const { short, long, description, argChoices } = option
        const value = argChoices
          ? ` -x -a ${quoted(argChoices.join(' '))}`
          : takesPath(option)
            ? ' -r -F'
            : takesValue(option)
              ? ' -x'
              : ''
        const names = `${short ? ` -s ${short.slice(1)}` : ''}${long ? ` -l ${long.slice(2)}` : ''}`
        return `complete -c clipwright${here}${names}${value} -d ${quoted(description)}`
      }),
    ]
  })
  return `# clipwright for fish: clipwright completion fish | source
complete -c clipwright -f
${lines.join('\n')}
`
}
