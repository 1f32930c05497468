import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ObjectBytes } from '@nimbo/object-store/driver/object-bytes'

/** Bytes that are read at a time where many are asked for: few calls, and little memory for many readers. */
const mostAtOnce = 1_048_576

const idPattern = /^[0-9a-f-]{32,36}$/

/** Without it a crash of the machine may forget that the file was given its name. */
const syncDirectory = async (directory: string): Promise<void> => {
  const handle = await open(directory)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Keeps the bytes of objects as files named by their ids, in 256 directories so that none grows large. A file stands
 * under its name only once it is whole and on the disk.
 */
export const fileObjects = ({ directory }: { readonly directory: string }): ObjectBytes => {
  const made = new Set<string>()
  const pathOf = (id: string): string => {
    if (!idPattern.test(id)) throw new Error(`${id} is not the id of an object's bytes`)
    return join(directory, id.slice(0, 2), id)
  }
  const partOf = (path: string): string => `${path}.part`

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
      try {
        await pipeline(data, createWriteStream(partOf(path), { mode: 0o600, flush: true }))
        await rename(partOf(path), path)
        await syncDirectory(dirname(path))
      } catch (error) {
        await rm(partOf(path), { force: true })
        await rm(path, { force: true })
        throw error
      }
    },
    read: async (id, range) => {
      const file = await open(pathOf(id))
      if (range === undefined) return file.createReadStream()
      const { first: start, last: end } = range
      return file.createReadStream({ start, end, highWaterMark: Math.min(end - start + 1, mostAtOnce) })
    },
    remove: async (id) => {
      await rm(pathOf(id), { force: true })
      await rm(partOf(pathOf(id)), { force: true })
    },
  }
}
