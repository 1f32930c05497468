import { rowOf } from '../domain/blob-name.ts'
import type { SwiftApp, SwiftRecords } from './app.ts'

/** Earlier than any timestamp: the bytes may be removed immediately. */
const over = ''

/** Within a transaction: records bytes that no object refers to any more, and removes those that are rows. */
export const doubt = async (
  { blobsInDoubt, smallBytes }: SwiftRecords,
  ids: readonly (string | null)[],
): Promise<void> => {
  for (const id of ids) {
    if (id === null) continue
    const row = rowOf(id)
    await (row === undefined ? blobsInDoubt.add(id, over) : smallBytes.remove(row))
  }
}

/** After the transaction: removes the bytes, then the row that names them. Failures are logged and retried by the clean-up task. */
export const dropBlobs = async (app: SwiftApp, ids: readonly (string | null)[]): Promise<void> => {
  for (const id of ids) {
    if (id === null || rowOf(id) !== undefined) continue
    try {
      await app.bytes.remove(id)
      await app.blobsInDoubt.forget(id)
    } catch (error) {
      app.log.warn(
        { blob: id, error },
        'the bytes of a deleted object could not be removed; the clean-up task removes them later',
      )
    }
  }
}
