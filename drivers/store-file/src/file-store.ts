import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { bytesOfFile } from '@nimbo/image-format/image-bytes'
import type { ImageStore } from '@nimbo/image/driver/image-store'

const idPattern = /^[0-9a-f-]{32,36}$/

/** Keeps images as files named by their ids. A file stands under its name only once it is whole and on the disk. */
export const fileStore = ({ directory }: { readonly directory: string }): ImageStore => {
  const pathOf = (id: string): string => {
    if (!idPattern.test(id)) throw new Error(`${id} is not the id of an image`)
    return join(directory, id)
  }
  const partOf = (id: string): string => `${pathOf(id)}.part`
  return {
    name: 'file',
    write: async (id, data) => {
      const part = partOf(id)
      try {
        await pipeline(data, createWriteStream(part, { mode: 0o600, flush: true }))
        await rename(part, pathOf(id))
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    read: async (id, range) => {
      const file = await open(pathOf(id))
      return file.createReadStream(range ? { start: range.first, end: range.last } : {})
    },
    open: async (id) => {
      const file = await open(pathOf(id))
      return { ...(await bytesOfFile(file)), [Symbol.asyncDispose]: () => file.close() }
    },
    remove: async (id) => {
      await rm(pathOf(id), { force: true })
      await rm(partOf(id), { force: true })
    },
  }
}
