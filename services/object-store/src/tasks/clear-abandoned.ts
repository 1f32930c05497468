import type { SwiftApp } from '../app/app.ts'

const most = 1000

/**
 * Removes bytes that no object refers to: those of abandoned uploads and of deleted objects. The row is deleted last, so that a
 * crash in between leaves a row to retry.
 */
export const clearAbandoned =
  (app: SwiftApp) =>
  async (stopping: AbortSignal): Promise<void> => {
    const abandoned = await app.blobsInDoubt.before(new Date(app.clock.now()).toISOString(), most)
    for (const blob of abandoned) {
      if (stopping.aborted) return
      if (!(await app.blobsInDoubt.abandon(blob))) continue
      await app.bytes.remove(blob.id)
      await app.blobsInDoubt.forget(blob.id)
    }
  }
