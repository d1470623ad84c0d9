import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { announceLivePicture } from '../../events/events.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Notifier } from '../../platform/db/notifier.ts'
import type { Log } from '../../platform/log.ts'
import type { DrawOrder, Pictures } from '../../platform/pictures/pictures.ts'
import * as queries from './queries.ts'

// Pictures of unfinished work come from an engine as they like: each is drawn again before anybody sees it.

/** Shows the owner of a task how it comes along. */
export interface LivePictures extends AsyncDisposable {
  /**
   * Shows a picture if it is another one than before, unless the last one is less than a second old or still being drawn: offer
   * the newest again and again. Returns at once, and never throws: a task does not wait for its pictures.
   */
  offer(picture: Uint8Array | undefined): void
}

interface LiveDeps {
  db: Db
  notifier: Pick<Notifier, 'notify'>
  pictures: Pick<Pictures, 'admitAlways'>
  log: Pick<Log, 'debug'>
}

export const showEvery_ms = 1_000
/** As in the CHECK of the column. Nothing but noise in 512 by 512 pixels takes 182,360 bytes. */
const largest_bytes = 262_144
const order: DrawOrder = {
  formats: ['jpeg', 'png'],
  max_pixels: 4096 * 4096,
  size: { max_side_px: 512 },
  format: 'webp',
  is_opaque: true,
}

/** Disposing ends it: nothing is written afterwards. */
export function showPictures(
  { db, notifier, pictures, log }: LiveDeps,
  task: { task_id: string; attempt: number; user_id: string },
  now: () => number = () => performance.now(),
): LivePictures {
  let last: Uint8Array | undefined
  let began_at = Number.NEGATIVE_INFINITY
  let isBusy = false
  let isOver = false
  let writing: Promise<unknown> = Promise.resolve()
  let shown = ''

  /** Whether the picture needs no other try. */
  const show = async (picture: Uint8Array): Promise<boolean> => {
    const drawn = await draw(pictures, task.user_id, picture)
    if (!drawn) log.debug({ size_bytes: picture.length }, 'live_picture_not_drawn')
    if (!drawn || isOver) return true
    const etag = createHash('sha256').update(drawn).digest('base64url').slice(0, 22)
    if (etag === shown) return true
    const written = queries.replace(db, task, { picture: drawn, etag })
    writing = written.catch(() => {})
    if (!(await written)) return false
    shown = etag
    announceLivePicture(notifier, task)
    return true
  }

  return {
    offer(picture) {
      if (!picture || picture === last || isBusy || isOver || now() - began_at < showEvery_ms) return
      isBusy = true
      began_at = now()
      show(picture)
        .then((isDone) => {
          if (isDone) last = picture
        })
        .catch((error: unknown) => log.debug({ err: error }, 'live_picture_not_shown'))
        .finally(() => (isBusy = false))
    },
    async [Symbol.asyncDispose]() {
      isOver = true
      await writing // not for the drawing, which may take long
    },
  }
}

/** Undefined for what is no picture, and for one that stays too large. */
async function draw(
  pictures: LiveDeps['pictures'],
  user_id: string,
  picture: Uint8Array,
): Promise<Buffer | undefined> {
  await using admitted = await pictures.admitAlways(user_id)
  await admitted.receive(Readable.from([picture]), picture.length)
  const drawn = await admitted.draw(order)
  const bytes = drawn && (await readFile(drawn.path))
  return bytes && bytes.length <= largest_bytes ? bytes : undefined
}
