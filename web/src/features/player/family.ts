import { queryOptions } from '@tanstack/react-query'
import { api, type Task } from '../../lib/api.ts'

/** What a video was made from and what was made from it, newest first; under `videos`, so that events renew it. */
export const familyQuery = (task_id: string) =>
  queryOptions({
    queryKey: ['videos', 'family', task_id],
    queryFn: async ({ signal }) =>
      (await api.GET('/api/v1/tasks/{task_id}/lineage', { params: { path: { task_id } }, signal })).items,
  })

export const attemptsQuery = (task_id: string) =>
  queryOptions({
    queryKey: ['videos', 'attempts', task_id],
    queryFn: async ({ signal }) =>
      (await api.GET('/api/v1/tasks/{task_id}/attempts', { params: { path: { task_id } }, signal })).items,
  })

export interface Relative {
  task: Task
  /** How many steps it is from the first of the family. */
  depth: number
  /** How it came from the one above; undefined for the first. */
  came?: 'retry' | 'enhance' | 'on' | undefined
}

/** A family as a list that reads like a tree: each video below the one that it came from, oldest first. */
export function toTree(family: readonly Task[]): Relative[] {
  const known = new Map(family.map((task) => [task.task_id, task]))
  const children = Map.groupBy(
    family.toSorted((a, b) => a.created_at.localeCompare(b.created_at)),
    ({ parent_task_id }) => (parent_task_id !== null && known.has(parent_task_id) ? parent_task_id : ''),
  )
  const from = (parent: string, depth: number): Relative[] =>
    (children.get(parent) ?? []).flatMap((task) => [
      { task, depth, came: parent === '' ? undefined : howItCame(task, known.get(parent)!) },
      ...from(task.task_id, depth + 1),
    ])
  return from('', 0)
}

function howItCame(task: Task, parent: Task): Relative['came'] {
  if (task.model === 'enhance') return 'enhance'
  return parent.status === 'failed' || differences(parent, task).length === 0 ? 'retry' : 'on'
}

/** Whether two videos are there and have a frame of one for each frame of the other. */
export function canCompare(a: Task, b: Task): boolean {
  const isKept = ({ status, result_url }: Task): boolean => status === 'completed' && result_url !== null
  const [one, other] = [a.media ?? a.params, b.media ?? b.params]
  const isInStep = one.frames === other.frames && one.fps === other.fps
  return a.task_id !== b.task_id && isKept(a) && isKept(b) && isInStep
}

/** The smaller one first; of two of the same size the earlier. */
export function beforeAndAfter(a: Task, b: Task): [before: Task, after: Task] {
  const sizeOf = ({ media, params }: Task): number => (media ?? params).width_px
  const isInOrder = sizeOf(a) === sizeOf(b) ? a.created_at <= b.created_at : sizeOf(a) < sizeOf(b)
  return isInOrder ? [a, b] : [b, a]
}

const compared = ['model', 'prompt', 'negative_prompt'] as const
const comparedParams = [
  'resolution',
  'aspect_ratio',
  'duration_seconds',
  'seed',
  'steps',
  'guidance',
] as const
export type Field = (typeof compared)[number] | (typeof comparedParams)[number]

/** A field in which two recipes differ, or a parameter that only their model has, with both values. */
export type Difference = ({ field: Field; own?: never } | { own: string; field?: never }) & {
  from: string
  to: string
}

/** In which fields two recipes differ, with both values. */
export function differences(a: Task, b: Task): Difference[] {
  const text = (value: string | number | boolean | null | undefined): string =>
    value === null || value === undefined ? '' : `${value}`
  return [
    ...compared.map((field) => ({ field, from: text(a[field]), to: text(b[field]) })),
    ...comparedParams.map((field) => ({ field, from: text(a.params[field]), to: text(b.params[field]) })),
    ...[...new Set([a, b].flatMap(({ params }) => Object.keys(params.parameters)))].map((name) => ({
      own: name,
      from: text(a.params.parameters[name]),
      to: text(b.params.parameters[name]),
    })),
  ].filter(({ from, to }) => from !== to)
}
