import { hasReportedChoices, type Model, type OfferedChoices } from '../../catalog/catalog.ts'
import type { Db } from '../../platform/db/database.ts'
import { listChoices } from './engine-queries.ts'

/**
 * What can be chosen for a model's parameters: what all of its engines have that reported any, so that each of them can make the
 * video. As they reported it last; a task may find that something is gone since.
 */
export async function findChoices(db: Db, model: Model): Promise<OfferedChoices> {
  if (!hasReportedChoices(model)) return {}
  return inCommon(await listChoices(db, model.engines, model.name))
}

/** The same of several models, by name. */
export async function findAllChoices(
  db: Db,
  models: readonly Model[],
): Promise<ReadonlyMap<string, OfferedChoices>> {
  const asking = models.filter(hasReportedChoices)
  if (asking.length === 0) return new Map()
  const rows = await listChoices(db, [...new Set(asking.flatMap(({ engines }) => engines))])
  return new Map(
    asking.map(({ name, engines }) => [
      name,
      inCommon(rows.filter(({ model, engine }) => model === name && engines.includes(engine))),
    ]),
  )
}

function inCommon(rows: readonly { parameter: string; choices: string[] }[]): OfferedChoices {
  const found: Record<string, readonly string[]> = {}
  for (const { parameter, choices } of rows)
    found[parameter] = found[parameter]?.filter((choice) => choices.includes(choice)) ?? choices
  return found
}
