import { Argument, type Command } from 'commander'
import { completionScript, type Shell, shells } from '../completion.ts'

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a script that lets your shell complete commands')
    .addArgument(new Argument('<shell>', 'which one').choices(shells))
    .addHelpText(
      'after',
      `
Examples:
  $ echo 'eval "$(clipwright completion bash)"' >> ~/.bashrc
  $ echo 'eval "$(clipwright completion zsh)"' >> ~/.zshrc
  $ clipwright completion fish > ~/.config/fish/completions/clipwright.fish`,
    )
    .action((shell: Shell, _options: object, command: Command) => {
      // Without a run: a shell that starts must not fail at a wrong CLIPWRIGHT_URL.
      const script = completionScript(program, shell)
      const { json } = command.optsWithGlobals<{ json?: boolean }>()
      process.stdout.write(json ? `${JSON.stringify({ shell, script })}\n` : script)
    })
}
