import { open } from 'node:fs/promises'
import { rbdConnection } from '@nimbo/ceph/connection'
import { rbdDiff } from '@nimbo/ceph/rbd-diff'
import { rbdSize } from '@nimbo/ceph/rbd-size'
import { readRbd, writeRbd } from '@nimbo/ceph/rbd-streams'
import type { Block } from '../driver/backup-store.ts'
import { contentOf } from './content-of.ts'
import { deviceOf } from './device-of.ts'

/** A volume that a back end has exported to this host. */
export interface ConnectedVolume {
  /** Reads the content from start to end; each chunk is valid only until the next one is requested. */
  read(): AsyncIterable<Uint8Array>
  /**
   * Overwrites the content with these blocks, and with zeros everywhere else. Throws if a block lies beyond the end of the
   * volume.
   */
  fill(blocks: AsyncIterable<Block>): Promise<void>
}

interface Connection {
  readonly driver_volume_type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Connects to a volume. Throws for connections that this host can open neither as a file nor as a Ceph image. */
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
  // Truncates the file first, because everything outside the blocks must read as zeros; its length stays the same.
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
