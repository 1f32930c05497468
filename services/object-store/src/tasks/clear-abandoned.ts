import type { SwiftApp } from '../app/app.ts'

const most = 1000

/**
 * Removes bytes that no object has: of uploads whose process did not live to end them, and of objects that are gone. Bytes
 * go before the row that names them, so that a crash between leaves something to clear again.
 */
export const clearAbandoned =
  (app: SwiftApp) =>
  async (stopping: AbortSignal): Promise<void> => {
    const abandoned = await app.blobsInDoubt.before(new Date(app.clock.now()).toISOString(), most)
    for (const blob of abandoned) {
      if (stopping.aborted) return
      if (!(await app.blobsInDoubt.abandon(blob))) continue
      await app.bytes.remove(blob.id)
      await app.blobsInDoubt.settle(blob.id)
    }
  }
