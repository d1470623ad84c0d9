import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { AppError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { checkSpace, isOutOfSpace, outOfSpace } from '../platform/files/out-of-space.ts'
import { StorageFull } from '../storage/storage.ts'

function notReady(why: string, about: { cause?: unknown; isFault?: boolean }): AppError {
  return new AppError(503, 'not_ready', why, { headers: { 'retry-after': '1' }, ...about })
}

/** Probes for load balancers and supervisors: `/healthz` for liveness, `/readyz` for database, storage and free space, until the process is about to stop. */
export function probeRoutes(
  app: App,
  { db, storage, config }: Pick<Deps, 'db' | 'storage' | 'config'>,
): void {
  const Ok = Type.Object({ status: Type.Literal('ok') })
  app.get('/healthz', { schema: { hide: true, response: { 200: Ok } } }, () => ({ status: 'ok' as const }))
  app.get('/readyz', { schema: { hide: true, response: { 200: Ok } } }, async () => {
    if (app.leaving.signal.aborted) throw notReady('This process is about to stop.', { isFault: false })
    try {
      await Promise.all([
        db.selectNoFrom((eb) => eb.lit(1).as('one')).execute(),
        storage.check(),
        checkSpace(config.data_dir),
      ])
    } catch (error) {
      if (error instanceof StorageFull || isOutOfSpace(error)) throw outOfSpace(error)
      throw notReady('Database or storage is away.', { cause: error })
    }
    return { status: 'ok' as const }
  })
}
