import type { Schema } from '@clipwright/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, ApiError, isStatus } from '../../../lib/api.ts'
import {
  type EngineBody,
  type Entry,
  type Inventory,
  inventoryQuery,
  open,
  putEngine,
} from '../../../lib/inventory.ts'
import { readAgain } from '../calls.ts'
import type { FieldSchema } from './entry-form.ts'

export type Kind = Inventory['kinds'][number]
export type Answer = Schema<'EngineAnswerOut'>

/** An entry of the inventory, as an engines file has it. */
export type Engine = Entry & { name: string; kind: string; url: string; has_secret: boolean }
export type Model = Entry & { name: string }

export const enginesOf = ({ engines }: Inventory): Engine[] => engines as unknown as Engine[]
export const modelsOf = ({ models }: Inventory): Model[] => models as unknown as Model[]
/** The models of an engine, by the names that callers know. */
export const usedBy = ({ models }: Engine): string[] => Object.keys((models ?? {}) as Entry)
export const schemaOf = (schema: object): FieldSchema => schema

interface Change<Body> {
  name: string
  body: Body
}
export type ModelBody = { entry: Entry; is_default?: boolean }

/** Several changes after each other, each from the version that the last one made. */
export interface Changes {
  models?: readonly Change<ModelBody>[]
  engines?: readonly Change<EngineBody>[]
  graphs?: readonly Change<{ graph: Entry }>[]
  remove?: { place: 'engines' | 'models' | 'graphs'; name: string }
}

/**
 * Changes models, engines and graphs from the version that was read last. Where somebody was faster, what is there now is read, so
 * that the next try counts.
 */
export function useChanges() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ models = [], engines = [], graphs = [], remove }: Changes) => {
      const known = client.getQueryData(inventoryQuery.queryKey) ?? (await client.fetchQuery(inventoryQuery))
      let version = known.version ?? 0
      const follow = (next: Inventory): void => {
        version = next.version ?? version
        client.setQueryData(inventoryQuery.queryKey, next)
      }
      for (const { name, body } of models)
        follow(
          await api.PUT('/api/v1/admin/inventory/models/{name}', {
            params: { path: { name } },
            body: { ...body, entry: open(body.entry), version },
          }),
        )
      for (const { name, body } of graphs)
        follow(
          await api.PUT('/api/v1/admin/inventory/graphs/{name}', {
            params: { path: { name } },
            body: { graph: open(body.graph), version },
          }),
        )
      for (const { name, body } of engines) follow(await putEngine(name, body, version))
      if (!remove) return
      const params = { path: { name: remove.name }, query: { version } }
      if (remove.place === 'engines')
        follow(await api.DELETE('/api/v1/admin/inventory/engines/{name}', { params }))
      if (remove.place === 'models')
        follow(await api.DELETE('/api/v1/admin/inventory/models/{name}', { params }))
      if (remove.place === 'graphs')
        follow(await api.DELETE('/api/v1/admin/inventory/graphs/{name}', { params }))
    },
    onSuccess: () => readAgain(client),
    onError: (error) =>
      isStatus(error, 409) ? client.refetchQueries({ queryKey: inventoryQuery.queryKey }) : undefined,
  })
}

export const useCheck = (name: string) =>
  useMutation({
    mutationFn: () =>
      api.POST('/api/v1/admin/inventory/engines/{name}/check', { params: { path: { name } } }),
  })

export const useTestVideo = (name: string) =>
  useMutation({
    mutationFn: () =>
      api.POST('/api/v1/admin/inventory/engines/{name}/test-video', {
        params: { path: { name } },
        body: {},
      }),
  })

/**
 * What is wrong with an entry, by the path of its field; `secret` for the key, `''` for the whole. Faults of models that an engine
 * brings are those of `model`, and of no other entry.
 */
export function entryFaults(error: unknown, model?: string): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const faults: Record<string, string> = {}
  for (const { loc, msg } of error.problems) {
    const brought = loc[1] === 'models' ? loc[2] : undefined
    if (brought !== model) continue
    const [, place, ...inner] = brought === undefined ? loc : [loc[0], 'entry', ...loc.slice(3)]
    const path = place === 'entry' || place === 'graph' ? inner.join('.') : String(place ?? '')
    faults[path] = faults[path] === undefined ? msg : `${faults[path]}\n${msg}`
  }
  return faults
}

/** Those of `faults` that no field shows, each with its place. */
export function faultsBeside(
  faults: Record<string, string>,
  isShown: (path: string) => boolean,
): string | undefined {
  const others = Object.entries(faults).filter(([path]) => !isShown(path))
  return others.length === 0
    ? undefined
    : others.map(([path, msg]) => (path === '' ? msg : `${path}: ${msg}`)).join('\n')
}
