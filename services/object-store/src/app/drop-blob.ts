import type { SwiftApp, SwiftRecords } from './app.ts'

/** Before every instant: bytes that nobody will ever want again. */
const over = ''

/** Within a unit of work: says that bytes are no object's any more. */
export const doubt = async (
  { blobsInDoubt }: SwiftRecords,
  ids: readonly (string | null)[],
): Promise<void> => {
  for (const id of ids) if (id !== null) await blobsInDoubt.add(id, over)
}

/** After it: removes them, and then the row that names them. What fails is done again by whoever clears away. */
export const dropBlobs = async (app: SwiftApp, ids: readonly (string | null)[]): Promise<void> => {
  for (const id of ids) {
    if (id === null) continue
    try {
      await app.bytes.remove(id)
      await app.blobsInDoubt.settle(id)
    } catch (error) {
      app.log.warn({ blob: id, error }, 'the bytes of a deleted object are still there; they go later')
    }
  }
}
