import type { Clock } from '@nimbo/kernel/clock'
import type { Upload } from './uploads.ts'
import { errors } from '../../errors.ts'
import type { ImageApp } from '../../app/app.ts'

/** How long an upload counts as alive after its process last said so. */
export const uploadLeaseMs = 30_000

/** Until when an upload counts as alive that is alive now. */
export const leaseFrom = (clock: Clock): string => new Date(clock.now() + uploadLeaseMs).toISOString()

export interface HeldUpload {
  /** Passes data on as long as the upload is this process' own, and breaks off when it is not. */
  guard(data: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  release(): void
}

/** Says again and again that an upload is alive, until it is released or has been taken from this process. */
export const holdUpload = (app: Pick<ImageApp, 'uploads' | 'clock' | 'log'>, upload: Upload): HeldUpload => {
  let lost = false
  let released = false
  let cancelTimer = () => {}
  const prolong = async (): Promise<void> => {
    try {
      lost = !(await app.uploads.prolong(upload, leaseFrom(app.clock)))
    } catch (error) {
      // Nobody may have ended it when the database is back.
      app.log.warn({ image: upload.imageId, error }, 'an upload could not be prolonged')
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
