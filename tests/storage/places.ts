import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CephAccess, qemuNameOf } from '@nimbo/ceph/ceph-access'
import { rbdDiff } from '@nimbo/ceph/rbd-diff'
import { rbdSize } from '@nimbo/ceph/rbd-size'
import { readRbd, writeRbd } from '@nimbo/ceph/rbd-streams'
import { readPart } from '@nimbo/ceph/read-part'

/** A back end of volumes, with access to their content as a guest has it. */
export interface Place {
  /** The name of the back end: the part of the host name behind the `@`. */
  readonly name: string
  read(volumeId: string, length: number): Promise<string>
  write(volumeId: string, text: string): Promise<void>
  /** The hash of all bytes of a volume. */
  hash(volumeId: string): Promise<string>
  /** How QEMU's programs open its bytes: as a file name, and as options of a layer above it. */
  disk(volumeId: string): { readonly name: string; readonly options: string }
}

const hashOf = async (bytes: Readable): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(bytes, hash)
  return hash.digest('hex')
}

export const filePlace = (name: string, directory: string): Place => {
  const pathOf = (id: string) => join(directory, `volume-${id}`)
  return {
    name,
    read: async (id, length) => {
      await using file = await open(pathOf(id))
      return (await file.read(Buffer.alloc(length), 0, length, 0)).buffer.toString('latin1')
    },
    write: async (id, text) => {
      await using file = await open(pathOf(id), 'r+')
      await file.write(text, 0)
    },
    hash: (id) => hashOf(createReadStream(pathOf(id), { highWaterMark: 1_048_576 })),
    disk: (id) => ({ name: pathOf(id), options: `file.driver=file,file.filename=${pathOf(id)}` }),
  }
}

export const cephPlace = (name: string, access: CephAccess, pool: string): Place => {
  const imageOf = (id: string) => ({ pool, name: `volume-${id}` })
  return {
    name,
    read: async (id, length) => (await readPart(access, imageOf(id), 0, length)).toString('latin1'),
    write: async (id, text) => {
      const blocks = Readable.from([{ offset: 0, bytes: Buffer.from(text) }])
      await writeRbd(access, imageOf(id), rbdDiff(await rbdSize(access, imageOf(id)), blocks))
    },
    hash: (id) => hashOf(readRbd(access, imageOf(id))),
    disk: (id) => ({
      name: qemuNameOf(access, imageOf(id)),
      options: `file.driver=rbd,file.pool=${pool},file.image=volume-${id},file.user=${access.user},file.conf=${access.conf}`,
    }),
  }
}
