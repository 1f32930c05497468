import { streamOf } from '@nimbo/http/message'
import type { SmallBytes } from '../../db/small-bytes.ts'
import { rowOf } from '../../domain/blob-name.ts'
import type { ObjectBytes, StoredCopy } from '../../driver/object-bytes.ts'

/** The database row that holds an object's bytes, as a copy for the auditor. It is the only copy. */
const copyOf = (rows: SmallBytes, id: string): StoredCopy => ({
  ...{ place: 'the database', isExpected: true },
  read: async () => {
    const bytes = await rows.find(id)
    return bytes && streamOf(bytes)
  },
  quarantine: () => rows.setAside(id),
  restoreFrom: async (place) => {
    throw new Error(`${place} has no copy of ${id}`)
  },
  remove: () => rows.remove(id),
})

/** Wraps a driver to store bytes in rows of the database if their name says so. */
export const rowBytes = (bytes: ObjectBytes, rows: SmallBytes): ObjectBytes => ({
  write: async (name, data) => {
    const id = rowOf(name)
    return id === undefined ? bytes.write(name, data) : rows.add(id, Buffer.concat(await data.toArray()))
  },
  read: async (name, range) => {
    const id = rowOf(name)
    if (id === undefined) return bytes.read(name, range)
    const all = await rows.find(id)
    if (all === undefined) throw new Error(`the database has no ${id}`)
    return range === undefined ? all : all.subarray(range.first, range.last + 1)
  },
  remove: async (name) => {
    const id = rowOf(name)
    return id === undefined ? bytes.remove(name) : rows.remove(id)
  },
  copies: (name) => {
    const id = rowOf(name)
    return id === undefined ? (bytes.copies?.(name) ?? []) : [copyOf(rows, id)]
  },
})
