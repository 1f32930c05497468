import type { SwiftApp } from '../app/app.ts'

const most = 1000

/**
 * Removes bytes that no object refers to: those of abandoned uploads and of deleted objects. The row is deleted last, so that a
 * crash in between leaves a row to retry. Bytes that cannot be removed do not keep the rest from it.
 */
export const clearAbandoned =
  (app: SwiftApp) =>
  async (stopping: AbortSignal): Promise<void> => {
    const abandoned = await app.blobsInDoubt.before(new Date(app.clock.now()).toISOString(), most)
    for (const blob of abandoned) {
      if (stopping.aborted) return
      try {
        if (!(await app.blobsInDoubt.abandon(blob))) continue
        await app.bytes.remove(blob.id)
        await app.blobsInDoubt.forget(blob.id)
      } catch (error) {
        app.log.error({ blob: blob.id, error }, 'abandoned bytes could not be removed; that is tried again')
      }
    }
  }
