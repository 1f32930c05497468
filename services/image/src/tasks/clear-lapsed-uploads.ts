import { type Reconciler, reconciler } from '@nimbo/durable/reconciler'
import type { ImageApp } from '../app/app.ts'
import { uploadLeaseMs } from '../app/hold-upload.ts'

const everyMs = 30_000
const most = 100

/**
 * Takes back uploads whose process did not live to end them: their bytes go, and their images wait for data again. One
 * that has lapsed cannot come back to life; another lease is waited for all the same, since clocks of hosts differ.
 * Bytes go before the record, so that a crash between leaves something to clear again.
 */
export const clearLapsedUploads = (app: Pick<ImageApp, 'uploads' | 'store' | 'clock' | 'log'>): Reconciler =>
  reconciler({
    name: 'lapsed uploads',
    everyMs,
    clock: app.clock,
    log: app.log,
    run: async () => {
      const before = new Date(app.clock.now() - uploadLeaseMs).toISOString()
      for (const upload of await app.uploads.lapsedBefore(before, most)) {
        await app.store.remove(upload.id)
        if (await app.uploads.abandon(upload))
          app.log.warn({ image: upload.imageId }, 'an upload was cut off; its image waits for data again')
      }
    },
  })
