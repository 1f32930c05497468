import type { BytesRead } from '../../driver/object-bytes.ts'

/** Stored bytes piece by piece, however the driver gives them. */
export const bytesInPieces = (data: BytesRead): AsyncIterable<Uint8Array> | Iterable<Uint8Array> =>
  data instanceof Uint8Array ? [data] : data
