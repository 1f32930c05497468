import type { SwiftApp, SwiftRecords } from './app.ts'

/** Earlier than any timestamp: the bytes may be removed immediately. */
const over = ''

/** Within a transaction: records bytes that no object refers to any more. */
export const doubt = async (
  { blobsInDoubt }: SwiftRecords,
  ids: readonly (string | null)[],
): Promise<void> => {
  for (const id of ids) if (id !== null) await blobsInDoubt.add(id, over)
}

/** After the transaction: removes the bytes, then their row. Failures are logged and retried by the clean-up task. */
export const dropBlobs = async (app: SwiftApp, ids: readonly (string | null)[]): Promise<void> => {
  for (const id of ids) {
    if (id === null) continue
    try {
      await app.bytes.remove(id)
      await app.blobsInDoubt.forget(id)
    } catch (error) {
      app.log.warn({ blob: id, error }, 'the bytes of a deleted object are still there; they go later')
    }
  }
}
