import { access, rm, writeFile } from 'node:fs/promises'
import { powerStates, type SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { diskLayout } from '@nimbo/local-guests/disk-layout'
import { errors as known } from '@nimbo/local-guests/errors'
import type { DriverDeps } from './driver-deps.ts'
import { guestPaths } from './guest-paths.ts'
import { readRecord, writeRecord } from './guest-record.ts'
import type { LiveGuest } from './guests.ts'
import { limitDisk } from './limit-disk.ts'
import { machineOf } from './machine.ts'
import { forwardSsh, sshConfig } from './forward-ssh.ts'
import { startQemu } from './qemu-process.ts'

/**
 * Writes the record of a guest, which stays powered off. Throws when the order contains something that this driver does not
 * support.
 */
export const defineGuest =
  ({ instancesDir, virtType, consoles, nbdCertificates }: DriverDeps) =>
  async (order: SpawnOrder): Promise<readonly string[]> => {
    const paths = guestPaths(instancesDir, order.id)
    const before = await readRecord(paths)
    const around = { paths, virtType: await virtType(), listen: consoles.listen, nbdCertificates }
    const { args, slots } = machineOf(order, { ...around, slots: before?.slots ?? {} })
    const files = diskLayout(order, paths).flatMap(({ source }) =>
      source.type === 'file' ? [source.path] : [],
    )
    for (const path of files) await access(path)
    await writeRecord(paths, { ...before, slots })
    return args
  }

/** Starts QEMU for an order, with the guest paused. No QEMU of this guest may be running. */
export const openGuest = (deps: DriverDeps) => {
  const define = defineGuest(deps)
  return async (order: SpawnOrder, extraArgs: readonly string[] = []): Promise<LiveGuest> => {
    const paths = guestPaths(deps.instancesDir, order.id)
    const args = await define(order)
    const guest = await deps.guests.greet(
      order.id,
      await startQemu(deps.qemu, [...args, ...extraArgs], paths),
    )
    for (const disk of diskLayout(order, paths)) await limitDisk(guest.qmp, disk)
    const before = await readRecord(paths)
    const port = await forwardSsh(guest.qmp, order.vifs, before?.sshPort)
    if (port === undefined || before === undefined) await rm(paths.sshConfig, { force: true })
    else {
      await writeRecord(paths, { ...before, sshPort: port })
      await writeFile(paths.sshConfig, sshConfig(order.id, port, paths.knownHosts), { mode: 0o600 })
    }
    return guest
  }
}

/**
 * Starts the guest and lets it run once `plugged` has resolved. Deletes its saved memory, which would no longer match the disks.
 * When this throws, no QEMU is left running.
 */
export const startGuest = (deps: DriverDeps) => {
  const open = openGuest(deps)
  return async (order: SpawnOrder, plugged: () => Promise<void> = async () => {}): Promise<void> => {
    await rm(guestPaths(deps.instancesDir, order.id).memory, { force: true })
    try {
      const { qmp } = await open(order)
      await plugged()
      await qmp.execute('cont')
    } catch (error) {
      await deps.guests.unplug(order.id)
      throw error
    }
    if (!(await deps.guests.reaches(order.id, powerStates.running, 10_000)))
      throw known.InstancePowerOnFailure({ instanceId: order.id, reason: 'QEMU stopped at once' })
  }
}
