import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bytesOfFile } from '@nimbo/image-format/image-bytes'
import { ownedByItsReader } from '@nimbo/kernel/owned-bytes'
import type { ImageStore } from '@nimbo/image/driver/image-store'

const idPattern = /^[0-9a-f-]{32,36}$/

/** Bytes per read: few calls for large images, and little memory for many readers. */
const chunkBytes = 1024 * 1024

/** Writes chunk after chunk, each before the next is requested, and resolves after fsync. */
const writeFile = async (path: string, data: AsyncIterable<Uint8Array>): Promise<void> => {
  await using file = await open(path, 'w', 0o600)
  for await (const bytes of data)
    for (let written = 0; written < bytes.length; ) written += (await file.write(bytes, written)).bytesWritten
  await file.sync()
}

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
      return ownedByItsReader(
        file.createReadStream({
          highWaterMark: chunkBytes,
          ...(range ? { start: range.first, end: range.last } : {}),
        }),
      )
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
