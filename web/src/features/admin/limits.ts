import type { Schema } from '@clipwright/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export type Limit = Schema<'LimitOut'>

export const limitsQuery = queryOptions({
  queryKey: ['admin', 'limits'],
  queryFn: async ({ signal }) => (await api.GET('/api/v1/admin/limits', { signal })).items,
})

export const isChanged = ({ points, per_s, default_points, default_per_s }: Limit): boolean =>
  points !== default_points || per_s !== default_per_s

/** The setting that holds all changes, with another one; undefined takes a limit's change back. */
export function changesWith(
  limits: readonly Limit[],
  name: string,
  to: { points: number; per_s: number } | undefined,
): Record<string, { points: number; per_s: number }> {
  const kept = limits
    .filter((limit) => isChanged(limit) && limit.name !== name)
    .map((limit) => [limit.name, { points: limit.points, per_s: limit.per_s }])
  return Object.fromEntries([...kept, ...(to ? [[name, to]] : [])])
}
