import { mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ObjectBytes } from '@nimbo/object-store/driver/object-bytes'
import { pathOfObject } from './path-of-object.ts'
import { readPart } from './read-part.ts'
import { partOf, syncDirectory, writeDurably } from './write-durably.ts'

/** The chunk size of reads, in bytes, when a large part is requested: few system calls, and little memory with many readers. */
const mostAtOnce = 1_048_576

/** Parts up to this many bytes are read in one piece: opening a stream costs more than reading them. */
const mostInMemory = 65_536

/**
 * Stores the bytes of objects as files named by their ids, in 256 directories so that no directory grows large. A file gets its
 * final name only when it is complete and synced to the disk.
 */
export const fileObjects = ({ directory }: { readonly directory: string }): ObjectBytes => {
  const made = new Set<string>()
  const pathOf = (id: string): string => pathOfObject(directory, id)

  const makeParent = async (path: string): Promise<void> => {
    const parent = dirname(path)
    if (made.has(parent)) return
    await mkdir(parent, { recursive: true, mode: 0o700 })
    await syncDirectory(directory)
    made.add(parent)
  }

  return {
    write: async (id, data) => {
      const path = pathOf(id)
      await makeParent(path)
      await writeDurably(path, data)
    },
    read: async (id, range) => {
      if (range !== undefined && range.last - range.first < mostInMemory) return readPart(pathOf(id), range)
      const file = await open(pathOf(id))
      if (range === undefined) return file.createReadStream({ highWaterMark: mostAtOnce })
      const { first: start, last: end } = range
      const highWaterMark = Math.min(end - start + 1, mostAtOnce)
      return file.createReadStream({ start, end, highWaterMark })
    },
    remove: async (id) => {
      await rm(pathOf(id), { force: true })
      await rm(partOf(pathOf(id)), { force: true })
    },
  }
}
