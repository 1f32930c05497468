import { readFileSync } from 'node:fs'
import { endianness } from 'node:os'

/** The index of a write-ahead log. */
export interface LogIndex {
  /** Pages committed to the log. */
  readonly pages: number
  /** Pages already copied to the database. */
  readonly pagesInDatabase: number
}

/** https://www.sqlite.org/walformat.html: two copies of a header, then the checkpoint position. */
const headerBytes = 48
const isInitialized = 12
const pagesAt = 16
const pagesInDatabaseAt = 96
const leastBytes = 100

/** Reads the index of a database's write-ahead log, the `-shm` file; undefined when it is missing or incomplete. */
export const readLogIndex = (file: string): LogIndex | undefined => {
  const bytes = bytesOf(`${file}-shm`)
  if (bytes === undefined || bytes.length < leastBytes || bytes[isInitialized] !== 1) return undefined
  if (!bytes.subarray(0, headerBytes).equals(bytes.subarray(headerBytes, 2 * headerBytes))) return undefined
  // In native byte order.
  const numberAt = (at: number) => (endianness() === 'LE' ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  return { pages: numberAt(pagesAt), pagesInDatabase: numberAt(pagesInDatabaseAt) }
}

const bytesOf = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}
