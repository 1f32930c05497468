import { unsafe } from './errors.ts'
import { type ImageBytes, readWithin } from './image-bytes.ts'

const partBytes = 65_536

/** A table of entries of one length, somewhere in an image. */
export interface Table {
  /** What it is called when it is refused: `the L1 table`. */
  readonly what: string
  readonly offset: number
  readonly entries: number
  readonly entryBytes: number
}

/** The entries of a table, some thousands at a time, so that a large one is never held whole. */
async function* partsOfTable(bytes: ImageBytes, table: Table): AsyncGenerator<Buffer> {
  const length = table.entries * table.entryBytes
  for (let read = 0; read < length; read += partBytes) {
    const place = { offset: table.offset + read, length: Math.min(partBytes, length - read) }
    yield readWithin(bytes, table.what, place)
  }
}

/** What each entry of a table points to: bytes into the file, or undefined where it points nowhere. */
export type PointerAt = (part: Buffer, at: number) => number | undefined

/**
 * Throws when what an entry of the table points to, of which there must be at least `least` bytes, goes beyond the end of the
 * file: then a part of the image is missing.
 */
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

/** Tables that one names, as many as the largest disks have: each takes a look of its own. */
const mostTables = 131_072

/** A table whose entries are themselves tables of pointers. */
export interface TableOfTables {
  readonly outer: Table
  readonly outerPointer: PointerAt
  readonly inner: Omit<Table, 'offset'>
  readonly innerPointer: PointerAt
}

/**
 * Throws when a table that the outer one points to, or what that points to, lies beyond the end of the file. What is read is
 * never more than the file holds, however often an entry repeats.
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
