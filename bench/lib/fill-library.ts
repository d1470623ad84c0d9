import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { link, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Db, Tables } from '../../server/src/platform/db/database.ts'
import { extraKey, videoKey } from '../../server/src/tasks/task/object-keys.ts'

const shapes = [
  { aspect_ratio: '16:9', width_px: 832, height_px: 480 },
  { aspect_ratio: '9:16', width_px: 480, height_px: 832 },
  { aspect_ratio: '1:1', width_px: 624, height_px: 624 },
] as const
const prompts = [
  'a red balloon drifts over a calm sea at sunset',
  'a fox in the snow, light falling through the pines',
  '夜晚的城市，霓虹灯倒映在雨水里',
  'waves roll onto a quiet beach at noon',
]

/**
 * Gives a user finished videos, four hours apart, written behind the triggers. Their posters and clips are a few real files
 * with many names, so that a browser has as much to draw as with ten thousand different ones. Returns the newest one's id.
 */
export async function fillLibrary(
  { db, objects_dir }: { db: Db; objects_dir: string },
  user_id: string,
  count: number,
): Promise<string> {
  const folder = await mkdtemp(join(objects_dir, '~fill-'))
  const files = await Promise.all(
    shapes.flatMap((shape) =>
      prompts.map((_, i) => makeFiles(folder, shape, `${shape.width_px}-${i}`, i * 60)),
    ),
  )
  const videos = Array.from({ length: count }, (_, i) => ({
    task_id: randomUUID(),
    // Mostly wide, as libraries are.
    shape: i % 7 === 3 ? 1 : i % 11 === 5 ? 2 : 0,
    prompt: i % prompts.length,
  }))
  for (const name of ['posters', 'previews', 'videos'])
    await mkdir(join(objects_dir, name), { recursive: true })
  const batch = 500
  for (let begin = 0; begin < count; begin += batch)
    await Promise.all(
      videos.slice(begin, begin + batch).flatMap(({ task_id, shape, prompt }) => {
        const { poster, preview } = files[shape * prompts.length + prompt]!
        return [
          link(poster, join(objects_dir, extraKey(task_id, 'poster'))),
          link(preview, join(objects_dir, extraKey(task_id, 'preview'))),
          link(preview, join(objects_dir, videoKey(task_id))),
        ]
      }),
    )
  await rm(folder, { recursive: true })
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`set local statement_timeout = 0`.execute(trx)
    for (let begin = 0; begin < count; begin += batch) {
      const rows = videos.slice(begin, begin + batch).map((video, i) => rowOf(video, begin + i))
      await sql`insert into tasks (task_id, user_id, model, status, prompt, params, media, cost, result_key, progress, attempt,
                                   deadline_at, created_at, started_at, completed_at)
        select task_id, ${user_id}, 'preview', 'completed', prompt, params, media, 0, 'videos/' || task_id || '.mp4', 1, 1,
               now(), now() - age_h * interval '1 hour', now(), now()
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
               as made (task_id text, prompt text, params jsonb, media jsonb, age_h real)`.execute(trx)
    }
    await sql`insert into task_counts (user_id, completed) values (${user_id}, ${count})
      on conflict (user_id) do update set completed = task_counts.completed + ${count}`.execute(trx)
  })
  await sql`vacuum analyze tasks`.execute(db)
  return videos[0]!.task_id
}

/** The same for a product with a PostgreSQL of its own, which runs on `data_dir`. */
export async function fillLibraryOf(data_dir: string, email: string, count: number): Promise<string> {
  const host = join(data_dir, 'pg18-socket')
  const pool = new pg.Pool({ host, user: 'postgres', database: 'clipwright' })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    const { user_id } = await db
      .selectFrom('users')
      .select('user_id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    return await fillLibrary({ db, objects_dir: join(data_dir, 'objects') }, user_id, count)
  } finally {
    await db.destroy()
  }
}

function rowOf({ task_id, shape, prompt }: { task_id: string; shape: number; prompt: number }, i: number) {
  const { aspect_ratio, width_px, height_px } = shapes[shape]!
  const facts = { width_px, height_px, fps: 16, frames: 81 }
  return {
    task_id,
    prompt: prompts[prompt],
    age_h: i * 4 * (i % 3 === 0 ? 1 : 0.999),
    params: {
      mode: 'text-to-video',
      duration_seconds: 5,
      resolution: '480p',
      aspect_ratio,
      ...facts,
      seed: i,
    },
    media: {
      ...facts,
      duration_s: 5,
      has_audio: false,
      bytes: 20_000,
      sha256: i.toString(16).padStart(64, '0'),
      made_by_ai: true,
      producer: 'bench',
      made_at: new Date().toISOString(),
      poster: true,
      preview: true,
      sprite: null,
    },
  }
}

async function makeFiles(
  folder: string,
  { width_px, height_px }: { width_px: number; height_px: number },
  name: string,
  hue: number,
) {
  const [poster, preview] = [join(folder, `${name}.webp`), join(folder, `${name}.mp4`)]
  const source = `mandelbrot=size=${width_px}x${height_px}:rate=16:start_scale=${0.5 + hue / 200},hue=h=${hue}`
  const ffmpeg = (...args: string[]) =>
    promisify(execFile)('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...args])
  await ffmpeg('-frames:v', '1', '-vf', 'scale=iw*0.8:-2', poster)
  await ffmpeg('-t', '1', '-vf', 'scale=iw/2:-2', '-pix_fmt', 'yuv420p', '-movflags', '+faststart', preview)
  return { poster, preview }
}
