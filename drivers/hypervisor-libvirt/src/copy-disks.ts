import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type CopiesDisks, powerStates } from '@nimbo/compute/driver/hypervisor'
import { pause } from '@nimbo/kernel/deadline'
import { errorCodes, isLibvirtError } from '@nimbo/libvirt/errors'
import { blockCopyFlags } from '@nimbo/libvirt/flags'
import { procedures } from '@nimbo/libvirt/procedures'
import type { DomainRef } from '@nimbo/libvirt/wire-types'
import type { DriverDeps } from './driver-deps.ts'
import { errors } from '@nimbo/local-guests/errors'
import { runCommand } from '@nimbo/local-guests/run-command'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import { element, renderXml } from './xml.ts'

/** As long as it takes to copy a large disk. */
const copyWithinMs = 1_800_000
const lookEveryMs = 500

/** Copies root disks: QEMU does it for a domain that runs, without holding up its guest. */
export const copiesDisks = ({ session, domains, instancesDir, clock }: DriverDeps): CopiesDisks => {
  const pathOf = (id: string, name: string): string =>
    join(serverPaths(instancesDir, id).directory, `copy-${name}.qcow2`)

  const endJob = async (domain: DomainRef, disk: string): Promise<void> => {
    try {
      await session.call(procedures.domainBlockJobAbort, { domain, disk, flags: 0 })
    } catch (error) {
      // There is none.
      if (!isLibvirtError(error, errorCodes.operationInvalid, errorCodes.invalidArgument)) throw error
    }
  }

  /** QEMU mirrors the disk until both are the same, and then every write; ending that leaves the copy as it is at that moment. */
  const copyLive = async (domain: DomainRef, disk: string, path: string): Promise<void> => {
    await endJob(domain, disk)
    await rm(path, { force: true })
    const destination = renderXml(
      element(
        'disk',
        { type: 'file' },
        element('source', { file: path }),
        element('driver', { type: 'qcow2' }),
      ),
    )
    const copying = { domain, disk, destination, parameters: [], flags: blockCopyFlags.transientJob }
    await session.call(procedures.domainBlockCopy, copying, { timeoutMs: 60_000 })
    try {
      for (const end = clock.now() + copyWithinMs; ; ) {
        const job = await session.call(procedures.domainGetBlockJobInfo, { domain, disk, flags: 0 })
        if (job.found === 0) throw errors.DiskCopyFailed({ disk, reason: 'QEMU gave it up' })
        if (job.whole > 0n && job.done === job.whole) return
        if (clock.now() > end) throw errors.DiskCopyFailed({ disk, reason: 'it took too long' })
        await pause(clock, lookEveryMs)
      }
    } finally {
      await endJob(domain, disk)
    }
  }

  return {
    copyRootDisk: async (id, name) => {
      const domain = await domains.get(id)
      const { rootDisk } = serverPaths(instancesDir, id)
      const path = pathOf(id, name)
      const power = await domains.power(domain)
      if (power === powerStates.running || power === powerStates.paused)
        await copyLive(domain, rootDisk, path)
      else {
        await rm(path, { force: true })
        await runCommand(
          'qemu-img',
          ['convert', '-f', 'qcow2', '-O', 'qcow2', '--', rootDisk, path],
          copyWithinMs,
        )
      }
      return { path, format: 'qcow2' }
    },
    removeCopy: (id, name) => rm(pathOf(id, name), { force: true }),
  }
}
