import { type AttachesDevices, type DiskConnection, powerStates } from '@nimbo/compute/driver/hypervisor'
import { blockResizeFlags } from '@nimbo/libvirt/flags'
import { procedures } from '@nimbo/libvirt/procedures'
import { blockCopy } from './block-copy.ts'
import { volumeDisk } from '@nimbo/local-guests/disk-layout'
import { diskElement } from './disk-xml.ts'
import type { DriverDeps } from './driver-deps.ts'
import { errors } from '@nimbo/local-guests/errors'
import { readXml, type XmlNode } from './read-domain-xml.ts'
import { renderXml } from './xml.ts'

const isFrom = (source: XmlNode, { connection }: DiskConnection): boolean =>
  connection.type === 'file'
    ? source.attribute('file') === connection.path
    : source.attribute('name') === connection.exportName

/** The guest's disk is copied onto the other volume as it runs, and then is that one. */
export const swapVolume =
  ({ session, domains, clock }: DriverDeps): AttachesDevices['swapVolume'] =>
  async (id, _from, to) => {
    const domain = await domains.get(id)
    const power = await domains.power(domain)
    if (power !== powerStates.running && power !== powerStates.paused)
      throw errors.DiskCopyFailed({ disk: to.device, reason: 'the guest does not run' })
    const disk = volumeDisk(to, 'scsi')
    const { target } = disk
    const devices = readXml(await domains.xml(domain))
      .child('domain')
      .child('devices')
    const present = devices.children('disk').find((one) => one.child('target').attribute('dev') === target)
    if (present === undefined)
      throw errors.DiskCopyFailed({ disk: target, reason: 'the guest has no such disk' })
    if (isFrom(present.child('source'), to)) return
    const bytes = async (): Promise<bigint> =>
      (await session.call(procedures.domainGetBlockInfo, { domain, path: target, flags: 0 })).capacity
    const before = await bytes()
    const destination = renderXml(diskElement(disk))
    await blockCopy(
      { session, clock },
      { domain, disk: target, destination, ontoExisting: true, leaves: 'disk' },
    )
    const size = await bytes()
    if (size > before)
      await session.call(procedures.domainBlockResize, {
        ...{ domain, disk: target, size, flags: blockResizeFlags.bytes },
      })
  }
