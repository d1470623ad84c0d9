import type { Schema } from '@clipwright/client'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from './api.ts'

export type Inventory = Schema<'InventoryOut'>
export type Probe = Schema<'ProbeOut'>

/** What JSON can say. */
export type Value = string | number | boolean | null | Value[] | { [field: string]: Value }
/** An entry of an engines file, or a part of one. */
export type Entry = { [field: string]: Value }

/** What would make use of a server: its engine, and the models that come with it. */
export interface Proposal {
  models: Record<string, Entry>
  engine: Entry & { name: string }
}

export const inventoryQuery = queryOptions({
  queryKey: ['admin', 'inventory'],
  queryFn: ({ signal }) => api.GET('/api/v1/admin/inventory', { signal }),
})

export interface EngineBody {
  entry: Entry
  /** Null removes what is there. */
  secret?: string | null
  /** Models that come with it. */
  models?: Record<string, Entry>
}

/** The document says only that these are objects. */
export const open = (entry: Entry) => entry as Record<string, never>

/** Adds or changes an engine with the models that it brings: all of it counts, or nothing. */
export function putEngine(name: string, { entry, models, ...body }: EngineBody, version: number) {
  return api.PUT('/api/v1/admin/inventory/engines/{name}', {
    params: { path: { name } },
    body: { ...body, entry: open(entry), ...(models && { models: open(models) }), version },
  })
}

export interface Address {
  url: string
  secret?: string
  auth?: 'bearer' | 'basic'
  kind?: NonNullable<Schema<'ProbeRequest'>['kind']>
}

/** Looks what stands at an address. */
export const useProbe = () =>
  useMutation({ mutationFn: (body: Address) => api.POST('/api/v1/admin/inventory/probe', { body }) })
