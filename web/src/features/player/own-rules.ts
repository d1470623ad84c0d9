import { useQuery } from '@tanstack/react-query'
import { modelsQuery, type OwnRule, ownRulesOf } from '../../lib/models.ts'

/** What the model says of parameters that only it has; nothing of a model that is not on offer any more. */
export function useOwnRules(model: string): Readonly<Record<string, OwnRule>> {
  const { data: models } = useQuery(modelsQuery)
  return ownRulesOf(models?.find(({ model: name }) => name === model))
}
