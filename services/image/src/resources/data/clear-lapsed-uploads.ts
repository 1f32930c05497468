import { type Reconciler, reconciler } from '@nimbo/durable/reconciler'
import { timestamp } from '@nimbo/kernel/clock'
import type { ImageApp } from '../../app/app.ts'
import { uploadLeaseMs } from './hold-upload.ts'

const everyMs = 10_000
const most = 100

type Deps = Pick<ImageApp, 'uploads' | 'stores' | 'clock' | 'log'>

/**
 * Looks for uploads whose process did not live to end them: those which had lapsed at the look before and have not been
 * moved on since, and at the first look those which have lapsed for long. They are ended, their bytes go, and their images
 * wait for data again. So neither clocks that differ a little nor a database that was away for a while end an upload whose
 * process still lives. Bytes go before the record, so that a crash between leaves something to clear again.
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
        log.warn({ image: upload.imageId }, 'an upload was cut off; its image waits for data again')
    }
  }
}

/** Clears away, again and again, what uploads have left that were cut off. */
export const clearLapsedUploads = (app: Deps): Reconciler =>
  reconciler({
    name: 'lapsed uploads',
    everyMs,
    clock: app.clock,
    log: app.log,
    run: lapsedUploadsLook(app),
  })
