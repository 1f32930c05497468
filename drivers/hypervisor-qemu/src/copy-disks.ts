import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CopiesDisks } from '@nimbo/compute/driver/copies-disks'
import { convertDisk } from '@nimbo/local-guests/convert-disk'
import { errors as known } from '@nimbo/local-guests/errors'
import type { QmpConnection } from '@nimbo/qmp/connection'
import { read } from '@nimbo/qmp/reading'
import { copyLive, endCopy } from './copy-live.ts'
import type { DriverDeps } from './driver-deps.ts'
import { guestPaths } from './guest-paths.ts'

/** The block node of a guest's disk with this file. */
const nodeOn = async (qmp: QmpConnection, path: string): Promise<string> => {
  const nodes = read.list(await qmp.execute('query-named-block-nodes', { flat: true }), 'nodes')
  for (const one of nodes) {
    const node = read.object(one, 'a node')
    if (node.file === path && node.drv === 'qcow2') return read.text(node['node-name'], 'node-name')
  }
  throw known.DiskCopyFailed({ disk: path, reason: 'the guest does not have it' })
}

/** Copies root disks; for a running guest QEMU does it without pausing the guest. */
export const copiesDisks = ({ guests, instancesDir, clock }: DriverDeps): CopiesDisks => {
  const pathOf = (id: string, name: string): string =>
    join(guestPaths(instancesDir, id).directory, `copy-${name}.qcow2`)

  return {
    copyRootDisk: async (id, name, atThatMoment) => {
      const { rootDisk } = guestPaths(instancesDir, id)
      const path = pathOf(id, name)
      const guest = await guests.find(id)
      if (guest) {
        await endCopy(guest.qmp, clock)
        await rm(path, { force: true })
        const node = await nodeOn(guest.qmp, rootDisk)
        const copy = { node, target: path, format: 'qcow2', ontoExisting: false } as const
        await copyLive(guest.qmp, clock, { ...copy, atThatMoment })
      } else {
        await rm(path, { force: true })
        await atThatMoment(() => convertDisk(['-f', 'qcow2', '-O', 'qcow2', '--', rootDisk, path]))
      }
      return { path, format: 'qcow2' }
    },
    removeCopy: (id, name) => rm(pathOf(id, name), { force: true }),
  }
}
