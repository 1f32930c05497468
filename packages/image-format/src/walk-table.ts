import { unsafe } from './errors.ts'
import { type ImageBytes, readWithin } from './image-bytes.ts'

const partBytes = 65_536

/** A table of fixed-size entries in an image. */
export interface Table {
  /** Its name in messages, such as `the L1 table`. */
  readonly what: string
  readonly offset: number
  readonly entries: number
  readonly entryBytes: number
}

/** Reads a table in parts, so that a large one is never completely in memory. */
async function* partsOfTable(bytes: ImageBytes, table: Table): AsyncGenerator<Buffer> {
  const length = table.entries * table.entryBytes
  for (let read = 0; read < length; read += partBytes) {
    const place = { offset: table.offset + read, length: Math.min(partBytes, length - read) }
    yield readWithin(bytes, table.what, place)
  }
}

/** The offset in an entry, or undefined when it points nowhere. */
export type PointerAt = (part: Buffer, at: number) => number | undefined

/** Throws when an entry points to a range of at least `least` bytes that exceeds the file: then part of the image is missing. */
export const requirePointersWithin = async (
  bytes: ImageBytes,
  table: Table,
  pointerAt: PointerAt,
  least = 1,
): Promise<void> => {
  for await (const part of partsOfTable(bytes, table)) {
    for (let at = 0; at < part.length; at += table.entryBytes) {
      const pointer = pointerAt(part, at)
      if (pointer !== undefined && pointer + least > bytes.size)
        throw unsafe(`${table.what} points outside the file`)
    }
  }
}

/** The maximum number of tables, as the largest disks have; each takes a read. */
const mostTables = 131_072

/** A table whose entries point to tables of pointers. */
export interface TableOfTables {
  readonly outer: Table
  readonly outerPointer: PointerAt
  readonly inner: Omit<Table, 'offset'>
  readonly innerPointer: PointerAt
}

/**
 * Throws when an inner table, or what it points to, lies beyond the end of the file. Never reads more than the file's size,
 * however often entries repeat.
 */
export const requireTablesWithin = async (
  bytes: ImageBytes,
  { outer, outerPointer, inner, innerPointer }: TableOfTables,
): Promise<void> => {
  let [tables, read] = [0, 0]
  for await (const part of partsOfTable(bytes, outer)) {
    for (let at = 0; at < part.length; at += outer.entryBytes) {
      const offset = outerPointer(part, at)
      if (offset === undefined) continue
      tables += 1
      read += inner.entries * inner.entryBytes
      if (read > bytes.size) throw unsafe(`${outer.what} names more tables than the file holds`)
      if (tables > mostTables) throw unsafe(`${outer.what} names more than ${mostTables} tables`)
      await requirePointersWithin(bytes, { ...inner, offset }, innerPointer)
    }
  }
}
