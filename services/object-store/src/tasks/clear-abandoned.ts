import { messageOf } from '@nimbo/kernel/errors'
import type { SwiftApp } from '../app/app.ts'

const batch = 1000

/**
 * Removes bytes that no object refers to: those of abandoned uploads and of deleted objects. The row is deleted last, so that a
 * crash in between leaves a row to retry. Bytes that cannot be removed, since a disk is away, do not keep the rest from it.
 */
export const clearAbandoned =
  (app: Pick<SwiftApp, 'blobsInDoubt' | 'bytes' | 'clock' | 'log'>) =>
  async (stopping: AbortSignal): Promise<void> => {
    const now = new Date(app.clock.now()).toISOString()
    let left = 0
    let reason = ''
    for (let page = await app.blobsInDoubt.before(now, batch); ; ) {
      for (const blob of page) {
        if (stopping.aborted) return
        try {
          if (!(await app.blobsInDoubt.abandon(blob))) continue
          await app.bytes.remove(blob.id)
          await app.blobsInDoubt.forget(blob.id)
        } catch (error) {
          left += 1
          reason = messageOf(error)
        }
      }
      const last = page.at(-1)
      if (last === undefined || page.length < batch) break
      page = await app.blobsInDoubt.before(now, batch, last)
    }
    if (left > 0) app.log.error({ left, reason }, 'abandoned bytes could not be removed; that is tried again')
  }
