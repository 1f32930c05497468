import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bytesOfFile } from '@nimbo/image-format/image-bytes'
import type { ImageStore } from '@nimbo/image/driver/image-store'
import { chunkBytes, filesAsStreams } from './stream-of-file.ts'
import { writeFile } from './write-file.ts'

const idPattern = /^[0-9a-f-]{32,36}$/

/** If the directory does not exist, neither does the file. */
const removeFile = async (path: string): Promise<void> => {
  try {
    await rm(path, { force: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOTDIR')) throw error
  }
}

/** Stores images as files named by their ids. A file gets its name only once it is complete and synced to the disk. */
export const fileStore = ({ directory }: { readonly directory: string }): ImageStore => {
  const pathOf = (id: string): string => {
    if (!idPattern.test(id)) throw new Error(`${id} is not the id of an image`)
    return join(directory, id)
  }
  const partOf = (id: string): string => `${pathOf(id)}.part`
  const streamOf = filesAsStreams()
  return {
    type: 'file',
    properties: { data_dir: directory, chunk_size: chunkBytes, thin_provisioning: false },
    urlOf: (id) => pathToFileURL(pathOf(id)).href,
    write: async (id, data) => {
      const part = partOf(id)
      try {
        await writeFile(part, data)
        await rename(part, pathOf(id))
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    read: async (id, range) => {
      const file = await open(pathOf(id))
      const { size } = await file.stat()
      return streamOf(file, range ?? { first: 0, last: size - 1 })
    },
    open: async (id) => {
      const file = await open(pathOf(id))
      return { ...(await bytesOfFile(file)), [Symbol.asyncDispose]: () => file.close() }
    },
    remove: async (id) => {
      await removeFile(pathOf(id))
      await removeFile(partOf(id))
    },
  }
}
