import { queryOptions } from '@tanstack/react-query'
import { api, type Model, type Task } from './api.ts'

export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: async ({ signal }) => (await api.GET('/api/v1/models', { signal })).items,
  staleTime: 60_000,
})

export type OwnValues = Task['params']['parameters']
export type OwnValue = OwnValues[string]

/** What a model's JSON Schema says of a parameter that only this model has. */
export interface OwnRule {
  title?: string
  description?: string
  type?: 'number' | 'integer' | 'boolean' | 'string'
  minimum?: number
  maximum?: number
  multipleOf?: number
  maxLength?: number
  enum?: string[]
  default?: OwnValue
}

/** The parameters that only this model has, by name. */
export function ownRulesOf(model: Model | undefined): Record<string, OwnRule> {
  const { properties } = (model?.parameters ?? {}) as {
    properties?: { parameters?: { properties?: Record<string, OwnRule> } }
  }
  return properties?.parameters?.properties ?? {}
}
