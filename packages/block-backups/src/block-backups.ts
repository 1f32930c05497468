import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import type { BackupPlace } from './backup-place.ts'
import { blocksOf } from './blocks.ts'
import { type Kept, type Manifest, readManifest, textOfManifest } from './manifest.ts'

const compress = promisify(deflate)
const expand = promisify(inflate)

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A block of a volume, at an offset in bytes. */
interface Block {
  readonly offset: number
  readonly bytes: Uint8Array
}

/** Block-level backups of volumes. */
export interface BlockBackups {
  has(id: string): Promise<boolean>
  /** Stores a volume's data, given in order; with a parent only the blocks that differ. Idempotent. */
  write(
    id: string,
    content: AsyncIterable<Uint8Array>,
    parentId: string | null,
  ): Promise<{ readonly objects: number }>
  /** All non-zero blocks in volume order, from whichever backup of the chain has them. */
  read(id: string): AsyncIterable<Block>
  remove(id: string): Promise<void>
}

/**
 * Backups as compressed blocks with a manifest that says where each block is. An incremental backup stores the blocks that differ
 * from its parent's and refers to the parent's for the others; zero blocks are not listed.
 */
export const blockBackups = (place: BackupPlace, blockSize: number): BlockBackups => {
  const manifestOf = (id: string): Promise<Manifest> => readManifest(id, place.list(id))
  return {
    has: (id) => place.has(id),
    write: async (id, content, parentId) => {
      if (await place.has(id)) return { objects: objectsOf(id, await manifestOf(id)) }
      const parent = parentId === null ? undefined : await manifestOf(parentId)
      const size = parent?.blockSize ?? blockSize
      const blocks = new Map<number, Kept>()
      const manifest = { blockSize: size, blocks }
      await place.write(id, keep(id, blocksOf(content, size), parent, blocks), () => textOfManifest(manifest))
      return { objects: objectsOf(id, manifest) }
    },
    read: (id) => readBlocks(place, manifestOf(id)),
    remove: (id) => place.remove(id),
  }
}

/** How many blocks a backup stores itself. */
const objectsOf = (id: string, { blocks }: Manifest): number => {
  let count = 0
  for (const { holder } of blocks.values()) if (holder === id) count += 1
  return count
}

/** Yields the data of new blocks, and records where each block is. */
const keep = async function* (
  id: string,
  blocks: AsyncIterable<Buffer>,
  parent: Manifest | undefined,
  kept: Map<number, Kept>,
): AsyncGenerator<Uint8Array> {
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
        kept.set(number, { hash, holder: id, offset, length: bytes.length })
        offset += bytes.length
        yield bytes
      }
    }
    number += 1
  }
}

const readBlocks = async function* (place: BackupPlace, reading: Promise<Manifest>): AsyncGenerator<Block> {
  const { blockSize, blocks } = await reading
  await using reader = place.open()
  for (const [number, { hash, holder, offset, length }] of blocks) {
    const bytes = await expand(await reader.read(holder, offset, length))
    if (hashOf(bytes) !== hash) throw new Error(`block ${number} of backup ${holder} is damaged`)
    yield { offset: number * blockSize, bytes }
  }
}
