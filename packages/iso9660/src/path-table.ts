import type { PlannedDirectory } from './hierarchy.ts'

/** The two byte orders in which every path table is written. */
export type ByteOrder = 'little' | 'big'

/** A hierarchy's path table (ECMA-119, 9.4): its directories by number, each with its location and its parent. */
export const pathTable = (
  directories: readonly PlannedDirectory[],
  locationOf: (directory: PlannedDirectory) => number,
  order: ByteOrder,
): Buffer =>
  Buffer.concat(
    directories.map((directory) => {
      const { identifier, parent } = directory
      const row = Buffer.alloc(8 + identifier.length + (identifier.length % 2))
      row[0] = identifier.length
      if (order === 'little') {
        row.writeUInt32LE(locationOf(directory), 2)
        row.writeUInt16LE(parent?.number ?? 1, 6)
      } else {
        row.writeUInt32BE(locationOf(directory), 2)
        row.writeUInt16BE(parent?.number ?? 1, 6)
      }
      identifier.copy(row, 8)
      return row
    }),
  )
