import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AtThatMoment, CopiesDisks } from '@nimbo/compute/driver/copies-disks'
import { powerStates } from '@nimbo/compute/driver/hypervisor'
import type { DomainRef } from '@nimbo/libvirt/wire-types'
import { convertDisk } from '@nimbo/local-guests/convert-disk'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import { blockCopy } from './block-copy.ts'
import type { DriverDeps } from './driver-deps.ts'
import { element, renderXml } from './xml.ts'

/** Copies root disks; for a running domain QEMU does it without pausing the guest. */
export const copiesDisks = ({ session, domains, instancesDir, clock }: DriverDeps): CopiesDisks => {
  const pathOf = (id: string, name: string): string =>
    join(serverPaths(instancesDir, id).directory, `copy-${name}.qcow2`)

  const copyLive = async (
    domain: DomainRef,
    disk: string,
    { path, atThatMoment }: { readonly path: string; readonly atThatMoment: AtThatMoment },
  ): Promise<void> => {
    await rm(path, { force: true })
    const destination = renderXml(
      element(
        'disk',
        { type: 'file' },
        element('source', { file: path }),
        element('driver', { type: 'qcow2' }),
      ),
    )
    await blockCopy({ session, clock }, { domain, disk, destination, leaves: 'copy', atThatMoment })
  }

  return {
    copyRootDisk: async (id, name, atThatMoment) => {
      const domain = await domains.get(id)
      const { rootDisk } = serverPaths(instancesDir, id)
      const path = pathOf(id, name)
      const power = await domains.power(domain)
      if (power === powerStates.running || power === powerStates.paused)
        await copyLive(domain, rootDisk, { path, atThatMoment })
      else {
        await rm(path, { force: true })
        await atThatMoment(() => convertDisk(['-f', 'qcow2', '-O', 'qcow2', '--', rootDisk, path]))
      }
      return { path, format: 'qcow2' }
    },
    removeCopy: (id, name) => rm(pathOf(id, name), { force: true }),
  }
}
