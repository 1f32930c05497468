import type { BackupReader } from './backup-place.ts'

/**
 * Reads at least `aheadBytes` at once, because a restore reads nearly all of a backup from start to end, in blocks that are
 * small. `read` returns fewer bytes than requested only at the end of the data.
 */
export const readAhead = (
  read: (id: string, offset: number, length: number) => Promise<Buffer>,
  aheadBytes: number,
): BackupReader => {
  const ahead = new Map<string, { readonly from: number; readonly bytes: Buffer }>()
  return {
    read: async (id, offset, length) => {
      const known = ahead.get(id)
      if (known && known.from <= offset && offset + length <= known.from + known.bytes.length)
        return known.bytes.subarray(offset - known.from, offset - known.from + length)
      const bytes = await read(id, offset, Math.max(length, aheadBytes))
      ahead.set(id, { from: offset, bytes })
      return bytes.subarray(0, length)
    },
    [Symbol.asyncDispose]: async () => ahead.clear(),
  }
}
