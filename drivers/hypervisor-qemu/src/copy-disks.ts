import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CopiesDisks } from '@nimbo/compute/driver/hypervisor'
import { pause } from '@nimbo/kernel/deadline'
import type { JsonObject } from '@nimbo/kernel/json'
import { errors as known } from '@nimbo/local-guests/errors'
import { runCommand } from '@nimbo/local-guests/run-command'
import type { QmpConnection } from '@nimbo/qmp/connection'
import { isQmpError } from '@nimbo/qmp/errors'
import { read } from '@nimbo/qmp/reading'
import type { DriverDeps } from './driver-deps.ts'
import { guestPaths } from './guest-paths.ts'

/** In milliseconds; long enough to copy a large disk. */
const copyWithinMs = 1_800_000
const lookEveryMs = 500
const job = 'copy'

/** The block node of a guest's disk with this file. */
const nodeOn = async (qmp: QmpConnection, path: string): Promise<string> => {
  const nodes = read.list(await qmp.execute('query-named-block-nodes', { flat: true }), 'nodes')
  for (const one of nodes) {
    const node = read.object(one, 'a node')
    if (node.file === path && node.drv === 'qcow2') return read.text(node['node-name'], 'node-name')
  }
  throw known.DiskCopyFailed({ disk: path, reason: 'the guest does not have it' })
}

const jobOf = async (qmp: QmpConnection): Promise<JsonObject | undefined> =>
  read
    .list(await qmp.execute('query-jobs'), 'jobs')
    .map((one) => read.object(one, 'a job'))
    .find(({ id }) => id === job)

/** Copies root disks; for a running guest QEMU does it without pausing the guest. */
export const copiesDisks = ({ guests, instancesDir, clock }: DriverDeps): CopiesDisks => {
  const pathOf = (id: string, name: string): string =>
    join(guestPaths(instancesDir, id).directory, `copy-${name}.qcow2`)

  /** Waits for the job to conclude, and dismisses it. */
  const concluded = async (qmp: QmpConnection): Promise<JsonObject | undefined> => {
    for (const end = clock.now() + copyWithinMs; clock.now() < end; await pause(clock, lookEveryMs)) {
      const found = await jobOf(qmp)
      if (found === undefined) return undefined
      if (found.status !== 'concluded') continue
      await qmp.execute('job-dismiss', { id: job })
      return found
    }
    return { error: 'it took too long' }
  }

  const endJob = async (qmp: QmpConnection): Promise<void> => {
    const found = await jobOf(qmp)
    if (found === undefined) return
    try {
      if (found.status !== 'concluded') await qmp.execute('job-cancel', { id: job })
    } catch (error) {
      // The job has concluded meanwhile.
      if (!isQmpError(error)) throw error
    }
    await concluded(qmp)
  }

  /** Copies the disk as of the start of the copy: QEMU copies old data before the guest overwrites it. */
  const copyLive = async (qmp: QmpConnection, disk: string, target: string): Promise<void> => {
    await endJob(qmp)
    await rm(target, { force: true })
    const device = await nodeOn(qmp, disk)
    const wanted = { 'job-id': job, device, target, format: 'qcow2', sync: 'full', 'auto-dismiss': false }
    await qmp.execute('drive-backup', wanted)
    try {
      const { error } = (await concluded(qmp)) ?? { error: 'QEMU gave it up' }
      if (error !== undefined) throw known.DiskCopyFailed({ disk, reason: String(error) })
    } finally {
      await endJob(qmp)
    }
  }

  return {
    copyRootDisk: async (id, name) => {
      const { rootDisk } = guestPaths(instancesDir, id)
      const path = pathOf(id, name)
      const guest = await guests.find(id)
      if (guest) await copyLive(guest.qmp, rootDisk, path)
      else {
        await rm(path, { force: true })
        const args = ['convert', '-f', 'qcow2', '-O', 'qcow2', '--', rootDisk, path]
        await runCommand('qemu-img', args, copyWithinMs)
      }
      return { path, format: 'qcow2' }
    },
    removeCopy: (id, name) => rm(pathOf(id, name), { force: true }),
  }
}
