import { type Reconciler, reconciler } from '@nimbo/durable/reconciler'
import { timestamp } from '@nimbo/kernel/clock'
import type { ImageApp } from '../../app/app.ts'
import { uploadLeaseMs } from './hold-upload.ts'

const everyMs = 10_000
const most = 100

type Deps = Pick<ImageApp, 'uploads' | 'stores' | 'clock' | 'log'>

/**
 * Ends uploads whose process died. Each run ends those whose lease had expired by the previous run and was not renewed since; the
 * first run ends those whose lease expired long ago. So neither small clock differences nor an outage of the database end an
 * upload whose process lives. Removes the data and sets the image back to `queued`. The data is removed before the record is
 * changed, so that after a crash in between the next run finds it again.
 */
export const lapsedUploadsLook = ({ uploads, stores, clock, log }: Deps): (() => Promise<void>) => {
  let before: ReadonlySet<string> | undefined
  return async () => {
    const lapsed = await uploads.lapsedBefore(timestamp(clock), most)
    const keyOf = ({ id, until }: (typeof lapsed)[number]): string => `${id} ${until}`
    const long = new Date(clock.now() - uploadLeaseMs).toISOString()
    const dead = lapsed.filter((upload) => before?.has(keyOf(upload)) ?? upload.until < long)
    before = new Set(lapsed.map(keyOf))
    for (const upload of dead) {
      if (!(await uploads.end(upload))) continue
      await stores.forget(upload.id)
      if (await uploads.abandon(upload))
        log.warn({ image: upload.imageId }, 'an upload ended without completing; its image is queued again')
    }
  }
}

/** Periodically clears uploads whose process died. */
export const clearLapsedUploads = (app: Deps): Reconciler =>
  reconciler({
    name: 'lapsed uploads',
    everyMs,
    clock: app.clock,
    log: app.log,
    run: lapsedUploadsLook(app),
  })
