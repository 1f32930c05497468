import { rbdLockedSize } from '@nimbo/ceph/rbd-locked-size'
import { type AttachesDevices, type DiskConnection, powerStates } from '@nimbo/compute/driver/hypervisor'
import { pause } from '@nimbo/kernel/deadline'
import { isLibvirtError } from '@nimbo/libvirt/errors'
import { blockResizeFlags } from '@nimbo/libvirt/flags'
import { procedures } from '@nimbo/libvirt/procedures'
import type { DomainRef } from '@nimbo/libvirt/wire-types'
import { type GuestDisk, volumeDisk } from '@nimbo/local-guests/disk-layout'
import { runCommand } from '@nimbo/local-guests/run-command'
import type { DriverDeps } from './driver-deps.ts'
import { readXml } from './read-domain-xml.ts'

const lookTimeoutMs = 60_000
/** An NBD client that lost its connection fails requests until it has another. */
const connectsWithinMs = 30_000
const retryMs = 200

/**
 * The usable size of a LUKS file in bytes, from its header, which can be read without the key and while a guest uses the disk.
 */
const bytesInside = async (path: string): Promise<number> => {
  const args = ['info', '-U', '-f', 'luks', '--output=json', path]
  const found: { readonly 'virtual-size': number } = JSON.parse(
    await runCommand('qemu-img', args, lookTimeoutMs),
  )
  return found['virtual-size']
}

/** The size that the guest is to see; undefined for an encrypted disk that only QEMU can read (NBD). */
const sizeSeen = async (
  { connection, encrypted }: DiskConnection,
  bytes: number,
): Promise<number | undefined> => {
  if (!encrypted) return bytes
  switch (connection.type) {
    case 'file':
      return bytesInside(connection.path)
    case 'rbd': {
      const { conf, user, pool, image } = connection
      return rbdLockedSize({ conf, user }, { pool, name: image })
    }
    case 'nbd':
      return undefined
  }
}

/**
 * Has QEMU read the first sector of a disk, because an NBD client learns the size when it connects, which it does again at its
 * next request. libvirt has no call that reads.
 */
const readOnce = async (
  session: DriverDeps['session'],
  domain: DomainRef,
  disk: GuestDisk,
): Promise<void> => {
  const device = `ua-${disk.serial}`
  const front = disk.bus === 'virtio' ? `/machine/peripheral/${device}/virtio-backend` : device
  const command = JSON.stringify({
    execute: 'human-monitor-command',
    arguments: { 'command-line': `qemu-io -d ${front} "read 0 512"` },
  })
  await session.call(procedures.qemuMonitorCommand, { domain, command, flags: 0 })
}

/**
 * Resizes a disk over NBD once its client has connected again; until then QEMU knows the old size, and refuses. Without
 * `reconnect` (libvirt before 9.1) the first request after the connection was lost only begins another.
 */
const resizeConnected = async (
  { session, clock }: Pick<DriverDeps, 'session' | 'clock'>,
  domain: DomainRef,
  disk: GuestDisk,
  resize: () => Promise<unknown>,
): Promise<void> => {
  for (const end = clock.now() + connectsWithinMs; ; await pause(clock, retryMs)) {
    await readOnce(session, domain, disk)
    try {
      await resize()
      return
    } catch (error) {
      if (!isLibvirtError(error) || clock.now() > end) throw error
    }
  }
}

/** Notifies QEMU, which reads a disk's size only when it opens the disk or is told to. */
export const extendVolume =
  ({
    session,
    domains,
    clock,
  }: Pick<DriverDeps, 'session' | 'domains' | 'clock'>): AttachesDevices['extendVolume'] =>
  async (id, volume, bytes) => {
    const domain = await domains.find(id)
    if (!domain) return
    const power = await domains.power(domain)
    if (power !== powerStates.running && power !== powerStates.paused) return
    const disk = volumeDisk(volume, 'scsi')
    const { target } = disk
    const devices = readXml(await domains.xml(domain))
      .child('domain')
      .child('devices')
    if (!devices.children('disk').some((one) => one.child('target').attribute('dev') === target)) return
    const size = await sizeSeen(volume, bytes)
    const isRemote = volume.connection.type === 'nbd'
    if (size === undefined) {
      // Without the LUKS header the usable size is unknown; the guest sees the new size at its next start.
      if (isRemote) await readOnce(session, domain, disk)
      return
    }
    const flags = blockResizeFlags.bytes
    const resize = () =>
      session.call(procedures.domainBlockResize, { domain, disk: target, size: BigInt(size), flags })
    if (isRemote) await resizeConnected({ session, clock }, domain, disk, resize)
    else await resize()
  }
