import { readFileSync } from 'node:fs'
import { endianness } from 'node:os'

/** What the index of a database's log says of it. */
export interface LogIndex {
  /** Pages that were committed to the log. */
  readonly pages: number
  /** Those that are in the database itself by now. */
  readonly pagesInDatabase: number
}

/** https://www.sqlite.org/walformat.html: two copies of a header, then how far the log was written back. */
const headerBytes = 48
const isInitialized = 12
const pagesAt = 16
const pagesInDatabaseAt = 96
const leastBytes = 100

/** Reads the index of a database's log, the file `-shm` beside it; undefined when there is none, or no whole one. */
export const readLogIndex = (file: string): LogIndex | undefined => {
  const bytes = bytesOf(`${file}-shm`)
  if (bytes === undefined || bytes.length < leastBytes || bytes[isInitialized] !== 1) return undefined
  if (!bytes.subarray(0, headerBytes).equals(bytes.subarray(headerBytes, 2 * headerBytes))) return undefined
  // In the order of the machine, which alone reads it.
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
