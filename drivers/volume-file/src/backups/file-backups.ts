import { createHash } from 'node:crypto'
import { access, type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import type { BackupStore, Block } from '@nimbo/volume/driver/backup-store'
import { blocksOf } from './blocks.ts'
import { type Kept, type Manifest, readManifest, writeManifest } from './manifest.ts'

export interface FileBackupsOptions {
  readonly directory: string
  /** Bytes that are compared and kept together. */
  readonly blockSize?: number
}

const compress = promisify(deflate)
const expand = promisify(inflate)

const plainName = /^[0-9A-Za-z][0-9A-Za-z-]{0,63}$/
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Backups as directories named by their ids: a file of compressed blocks, and a list of where each block is kept. A backup with a
 * parent keeps the blocks that differ from its parent's, and lists the others where they are; blocks of zeros are listed nowhere.
 */
export const fileBackups = ({ directory, blockSize = 262_144 }: FileBackupsOptions): BackupStore => {
  const pathOf = (id: string): string => {
    if (!plainName.test(id)) throw new Error(`${JSON.stringify(id)} cannot name a directory`)
    return join(directory, id)
  }
  const manifestOf = (id: string): Promise<Manifest> => readManifest(join(pathOf(id), 'blocks.list'))
  const has = (id: string): Promise<boolean> =>
    access(join(pathOf(id), 'blocks.list')).then(
      () => true,
      () => false,
    )
  return {
    name: 'cinder.backup.drivers.file.FileBackupDriver',
    has,
    write: async (id, content, parentId) => {
      if (await has(id)) return { objects: objectsOf(id, await manifestOf(id)) }
      const parent = parentId === null ? undefined : await manifestOf(parentId)
      const temporary = `${pathOf(id)}.part`
      await rm(temporary, { recursive: true, force: true })
      try {
        await mkdir(temporary, { recursive: true, mode: 0o700 })
        const size = parent?.blockSize ?? blockSize
        const manifest = {
          blockSize: size,
          blocks: await keep(id, temporary, blocksOf(content, size), parent),
        }
        await using list = await open(join(temporary, 'blocks.list'), 'wx', 0o600)
        await writeManifest(list, manifest)
        await rename(temporary, pathOf(id))
        return { objects: objectsOf(id, manifest) }
      } catch (error) {
        await rm(temporary, { recursive: true, force: true })
        throw error
      }
    },
    read: (id) => readBlocks(manifestOf(id), pathOf),
    remove: async (id) => {
      for (const path of [`${pathOf(id)}.part`, pathOf(id)]) await rm(path, { recursive: true, force: true })
    },
  }
}

/** How many blocks a backup keeps itself. */
const objectsOf = (id: string, { blocks }: Manifest): number => {
  let count = 0
  for (const { holder } of blocks.values()) if (holder === id) count += 1
  return count
}

/** Keeps what is new of the blocks of a volume, and tells where each of them is. */
const keep = async (
  id: string,
  path: string,
  blocks: AsyncIterable<Buffer>,
  parent: Manifest | undefined,
): Promise<ReadonlyMap<number, Kept>> => {
  const kept = new Map<number, Kept>()
  await using data = await open(join(path, 'blocks'), 'wx', 0o600)
  let [number, offset] = [0, 0]
  let zeros = Buffer.alloc(0)
  for await (const block of blocks) {
    if (zeros.length !== block.length) zeros = Buffer.alloc(block.length)
    if (!block.equals(zeros)) {
      const hash = hashOf(block)
      const known = parent?.blocks.get(number)
      if (known?.hash === hash) kept.set(number, known)
      else {
        const bytes = await compress(block)
        await data.write(bytes)
        kept.set(number, { hash, holder: id, offset, length: bytes.length })
        offset += bytes.length
      }
    }
    number += 1
  }
  await data.sync()
  return kept
}

const readBlocks = async function* (
  reading: Promise<Manifest>,
  pathOf: (id: string) => string,
): AsyncGenerator<Block> {
  const { blockSize, blocks } = await reading
  const files = new Map<string, FileHandle>()
  try {
    for (const [number, { hash, holder, offset, length }] of blocks) {
      const file = files.get(holder) ?? (await open(join(pathOf(holder), 'blocks')))
      files.set(holder, file)
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, offset)
      const bytes = await expand(buffer)
      if (hashOf(bytes) !== hash) throw new Error(`block ${number} of backup ${holder} is damaged`)
      yield { offset: number * blockSize, bytes }
    }
  } finally {
    for (const file of files.values()) await file.close()
  }
}
