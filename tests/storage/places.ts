import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { CephAccess } from '@nimbo/ceph/ceph-access'
import { rbdDiff } from '@nimbo/ceph/rbd-diff'
import { rbdSize } from '@nimbo/ceph/rbd-size'
import { readPart } from '@nimbo/ceph/read-part'
import { writeRbd } from '@nimbo/ceph/rbd-streams'

/** Where volumes lie, looked at as a guest would that has them. */
export interface Place {
  /** Of the back end: the part behind the `@`. */
  readonly name: string
  read(volumeId: string, length: number): Promise<string>
  write(volumeId: string, text: string): Promise<void>
}

export const filePlace = (name: string, directory: string): Place => ({
  name,
  read: async (id, length) => {
    await using file = await open(join(directory, `volume-${id}`))
    return (await file.read(Buffer.alloc(length), 0, length, 0)).buffer.toString()
  },
  write: async (id, text) => {
    await using file = await open(join(directory, `volume-${id}`), 'r+')
    await file.write(text, 0)
  },
})

export const cephPlace = (name: string, access: CephAccess, pool: string): Place => {
  const imageOf = (id: string) => ({ pool, name: `volume-${id}` })
  return {
    name,
    read: async (id, length) => (await readPart(access, imageOf(id), 0, length)).toString(),
    write: async (id, text) => {
      const blocks = Readable.from([{ offset: 0, bytes: Buffer.from(text) }])
      await writeRbd(access, imageOf(id), rbdDiff(await rbdSize(access, imageOf(id)), blocks))
    },
  }
}
