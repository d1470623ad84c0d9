// The keys of a task's objects. They follow from the task's id alone.

/** Poster, preview and sprite sheet: optional objects beside a video. */
export const extras = {
  poster: { folder: 'posters', extension: 'webp', content_type: 'image/webp' },
  preview: { folder: 'previews', extension: 'mp4', content_type: 'video/mp4' },
  sprite: { folder: 'sprites', extension: 'webp', content_type: 'image/webp' },
} as const
export type ExtraKind = keyof typeof extras
export const extraKinds = Object.keys(extras) as ExtraKind[]

export const extraKey = (task_id: string, kind: ExtraKind): string =>
  `${extras[kind].folder}/${task_id}.${extras[kind].extension}`

export const manifestKey = (task_id: string): string => `provenance/${task_id}.json`

export const videoKey = (task_id: string): string => `videos/${task_id}.mp4`

/** The task whose video has this key; undefined for the path of a video that another system made. */
export function taskOfKey(result_key: string): string | undefined {
  return /^videos\/([A-Za-z0-9][A-Za-z0-9_-]{0,63})\.mp4$/.exec(result_key)?.[1]
}

/** The keys of all objects that a task may have. */
export function keysOf(task_id: string): string[] {
  return [videoKey(task_id), manifestKey(task_id), ...extraKinds.map((kind) => extraKey(task_id, kind))]
}
