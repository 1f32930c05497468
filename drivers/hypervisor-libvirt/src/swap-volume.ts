import { stat } from 'node:fs/promises'
import { type AttachesDevices, type DiskConnection, powerStates } from '@nimbo/compute/driver/hypervisor'
import { procedures } from '@nimbo/libvirt/procedures'
import { blockCopy } from './block-copy.ts'
import { volumeDisk } from '@nimbo/local-guests/disk-layout'
import { sourceElement } from './disk-xml.ts'
import type { DriverDeps } from './driver-deps.ts'
import { errors } from '@nimbo/local-guests/errors'
import { readXml, type XmlNode } from './read-domain-xml.ts'
import { element, renderXml } from './xml.ts'

const isFrom = (source: XmlNode, { connection }: DiskConnection): boolean =>
  connection.type === 'file'
    ? source.attribute('file') === connection.path
    : source.attribute('name') ===
      (connection.type === 'rbd' ? `${connection.pool}/${connection.image}` : connection.exportName)

/**
 * The destination's `<disk>`, limited to the size of the guest's disk, since QEMU mirrors only to a destination of equal size.
 */
const destinationXml = async (to: DiskConnection, bytes: bigint): Promise<string> => {
  const { connection } = to
  const isFile = connection.type === 'file'
  const isLarger = isFile && BigInt((await stat(connection.path)).size) > bytes
  return renderXml(
    element(
      'disk',
      { type: isFile ? 'file' : 'network', device: 'disk' },
      element('driver', {
        ...{ name: 'qemu', type: isFile ? connection.format : 'raw' },
        ...{ cache: 'writeback', discard: 'unmap' },
      }),
      sourceElement(connection, isLarger ? bytes : undefined),
    ),
  )
}

/**
 * Copies the running guest's disk to the other volume, then switches the guest to it. The guest sees the additional space of a
 * larger volume at its next start.
 */
export const swapVolume =
  ({ session, domains, clock }: DriverDeps): AttachesDevices['swapVolume'] =>
  async (id, _from, to) => {
    const domain = await domains.get(id)
    const power = await domains.power(domain)
    if (power !== powerStates.running && power !== powerStates.paused)
      throw errors.DiskCopyFailed({ disk: to.device, reason: 'the guest does not run' })
    const { target } = volumeDisk(to, 'scsi')
    const devices = readXml(await domains.xml(domain))
      .child('domain')
      .child('devices')
    const present = devices.children('disk').find((one) => one.child('target').attribute('dev') === target)
    if (present === undefined)
      throw errors.DiskCopyFailed({ disk: target, reason: 'the guest has no such disk' })
    if (isFrom(present.child('source'), to)) return
    const { capacity } = await session.call(procedures.domainGetBlockInfo, {
      ...{ domain, path: target, flags: 0 },
    })
    const destination = await destinationXml(to, capacity)
    const copy = { domain, disk: target, destination, ontoExisting: true, leaves: 'disk' } as const
    await blockCopy({ session, clock }, copy)
  }
