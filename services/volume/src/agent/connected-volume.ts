import { open } from 'node:fs/promises'
import { rbdConnection } from '@nimbo/ceph/connection'
import { rbdDiff } from '@nimbo/ceph/rbd-diff'
import { rbdSize } from '@nimbo/ceph/rbd-size'
import { readRbd, writeRbd } from '@nimbo/ceph/rbd-streams'
import type { Block } from '../driver/backup-store.ts'
import { contentOf } from './content-of.ts'
import { deviceOf } from './device-of.ts'

/** A volume that a back end has exported to this machine. */
export interface ConnectedVolume {
  /** Its bytes in their order; a chunk is good until the next is asked for. */
  read(): AsyncIterable<Uint8Array>
  /** Has it hold these and nothing but zeros besides. Throws where one does not fit. */
  fill(blocks: AsyncIterable<Block>): Promise<void>
}

interface Connection {
  readonly driver_volume_type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Throws for connections that this machine can neither read as a file nor as an image of Ceph. */
export const connectedVolume = (connection: Connection): ConnectedVolume => {
  const there = rbdConnection(connection)
  if (there === undefined) return connectedFile(deviceOf(connection))
  const { access, image } = there
  return {
    read: () => readRbd(access, image),
    fill: async (blocks) => {
      const size = await rbdSize(access, image)
      await writeRbd(access, image, rbdDiff(size, within(blocks, size), { cleared: size }))
    },
  }
}

const within = async function* (blocks: AsyncIterable<Block>, size: number): AsyncGenerator<Block> {
  for await (const block of blocks) {
    if (block.offset + block.bytes.length > size) throw new Error(`it does not fit into ${size} bytes`)
    yield block
  }
}

const connectedFile = (path: string): ConnectedVolume => ({
  read: () => contentOf(path),
  // What the blocks say nothing of is zeros: the file loses all it has first, and keeps its length.
  fill: async (blocks) => {
    await using file = await open(path, 'r+')
    const { size } = await file.stat()
    await file.truncate(0)
    await file.truncate(size)
    for await (const { offset, bytes } of within(blocks, size))
      await file.write(bytes, 0, bytes.length, offset)
    await file.sync()
  },
})
