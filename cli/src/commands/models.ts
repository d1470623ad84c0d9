import { styleText } from 'node:util'
import type { Schema } from '@clipwright/client'
import type { Command } from 'commander'
import { formatCredits } from '../credits.ts'
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
    ...(model.licence === null ? [] : [`  licence     ${toPlainText(model.licence)}`]),
  ]
  return [head, ...lines].join('\n')
}

function priceText(unit: 'second' | 'task' | null, unit_price: string | null): string {
  if (unit === null || unit_price === null) return 'not for sale'
  return `${formatCredits(Number(unit_price))} a ${unit === 'second' ? 'second' : 'video'}`
}
