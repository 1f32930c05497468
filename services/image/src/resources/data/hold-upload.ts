import type { Clock } from '@nimbo/kernel/clock'
import type { Upload } from './uploads.ts'
import { errors } from '../../errors.ts'
import type { ImageApp } from '../../app/app.ts'

/** The lease of an upload: how long it counts as alive after its last renewal. */
export const uploadLeaseMs = 30_000

/** The expiry time of a lease that is renewed now. */
export const leaseFrom = (clock: Clock): string => new Date(clock.now() + uploadLeaseMs).toISOString()

export interface HeldUpload {
  /** Passes the data through as long as this process has the lease; throws otherwise. */
  guard(data: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  release(): void
}

/** Periodically renews the lease of an upload, until it is released or lost. */
export const holdUpload = (app: Pick<ImageApp, 'uploads' | 'clock' | 'log'>, upload: Upload): HeldUpload => {
  let lost = false
  let released = false
  let cancelTimer = () => {}
  const prolong = async (): Promise<void> => {
    try {
      lost = !(await app.uploads.prolong(upload, leaseFrom(app.clock)))
    } catch (error) {
      // The lease may still be valid when the database is back.
      app.log.warn({ image: upload.imageId, error }, 'could not renew the lease of an upload')
    }
    if (!lost && !released) later()
  }
  const later = (): void => {
    cancelTimer = app.clock.after(uploadLeaseMs / 3, () => void prolong())
  }
  later()
  return {
    guard: async function* (data) {
      for await (const bytes of data) {
        if (lost) throw errors.UploadLost({ id: upload.imageId })
        yield bytes
      }
    },
    release: () => {
      released = true
      cancelTimer()
    },
  }
}
