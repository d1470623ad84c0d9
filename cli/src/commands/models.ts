import { styleText } from 'node:util'
import type { Schema } from '@clipwright/client'
import type { Command } from 'commander'
import { formatCredits } from '../credits.ts'
import { type OwnParameter, ownParametersOf } from '../model-parameters.ts'
import type { Start } from '../run.ts'
import { toPlainText } from '../terminal-text.ts'

type Model = Schema<'ModelListOut'>['items'][number]

export function addModels(program: Command, start: Start): void {
  program
    .command('models')
    .description('list the models with their parameters and prices')
    .addHelpText(
      'after',
      '\nExamples:\n  $ clipwright models\n  $ clipwright models --json | jq ".items[].parameters"',
    )
    .action((_options: object, command: Command) =>
      start(command, async ({ client, report, signal }) => {
        const list = await client.GET('/api/v1/models', { signal })
        report.finish(list, list.items.map(describe).join('\n\n'))
      }),
    )
}

function describe(model: Model): string {
  const name = styleText('bold', toPlainText(model.model))
  const head = `${name}  ${toPlainText(model.title)}${model.is_default ? '  (default)' : ''}`
  const modes = model.modes.map(({ mode, is_available }) => (is_available ? mode : `${mode} (no engine now)`))
  const { properties } = model.parameters as {
    properties: Record<string, { minimum?: number; maximum?: number }>
  }
  const { minimum, maximum } = properties['duration_seconds'] ?? {}
  const lines = [
    `  makes       ${modes.join(', ')}`,
    `  length      ${minimum} to ${maximum} s at ${model.fps} frames a second`,
    ...model.prices.map(({ resolution, unit, unit_price }) => {
      const sizes = model.sizes
        .filter((size) => size.resolution === resolution)
        .map(({ aspect_ratio, width_px, height_px }) => `${aspect_ratio} ${width_px}x${height_px}`)
      return `  ${toPlainText(resolution).padEnd(11)} ${sizes.join(', ')}; ${priceText(unit, unit_price)}`
    }),
    ...Object.entries(ownParametersOf(model)).map(
      ([name, parameter]) => `  --param     ${toPlainText(name)}: ${toPlainText(rangeOf(parameter))}`,
    ),
    ...(model.licence === null ? [] : [`  licence     ${toPlainText(model.licence)}`]),
  ]
  return [head, ...lines].join('\n')
}

/** The most choices that stand on a line; `--json` has all. */
const mostChoices = 8

function rangeOf({ type, minimum, maximum, enum: choices, default: standard }: OwnParameter): string {
  const range = (): string => {
    if (choices) {
      const more = choices.length - mostChoices
      return `${choices.slice(0, mostChoices).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
    }
    if (minimum !== undefined) return `${minimum} to ${maximum}`
    return type === 'boolean' ? 'true or false' : 'a text'
  }
  return standard === undefined ? range() : `${range()}; default ${standard}`
}

function priceText(unit: 'second' | 'task' | null, unit_price: string | null): string {
  if (unit === null || unit_price === null) return 'not for sale'
  return `${formatCredits(Number(unit_price))} a ${unit === 'second' ? 'second' : 'video'}`
}
