import { channel } from 'node:diagnostics_channel'
import type { SmallBytes } from '../db/small-bytes.ts'
import type { ObjectBytes } from '../driver/object-bytes.ts'

/**
 * Diagnostics channels, published before and after every driver operation with its name: tests use them to act between two
 * operations.
 */
export const operationBegins = channel('nimbo.object-bytes.begins')
export const operationEnds = channel('nimbo.object-bytes.ends')

const shown =
  <Given extends unknown[], Result>(
    name: 'write' | 'read' | 'remove',
    work: (...given: Given) => Promise<Result>,
  ) =>
  async (...given: Given): Promise<Result> => {
    operationBegins.publish(name)
    const result = await work(...given)
    operationEnds.publish(name)
    return result
  }

/** Wraps the table of small objects' bytes to publish its operations on the diagnostics channels, inside the transactions too. */
export const shownRows = (rows: SmallBytes): SmallBytes => ({
  ...rows,
  add: shown('write', (id, bytes) => rows.add(id, bytes)),
  remove: shown('remove', (id) => rows.remove(id)),
})

/** Wraps a driver to publish its operations on the diagnostics channels. */
export const shownBytes = (bytes: ObjectBytes): ObjectBytes => ({
  write: shown('write', (id, data) => bytes.write(id, data)),
  read: shown('read', (id, range) => bytes.read(id, range)),
  remove: shown('remove', (id) => bytes.remove(id)),
  copies: (id) => bytes.copies?.(id) ?? [],
})
