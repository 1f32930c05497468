import { type AttachesDevices, powerStates } from '@nimbo/compute/driver/hypervisor'
import { copyQuietDisk } from '@nimbo/local-guests/copy-quiet-disk'
import { volumeDisk } from '@nimbo/local-guests/disk-layout'
import { errors } from '@nimbo/local-guests/errors'
import { blockCopy } from './block-copy.ts'
import { lockElement } from './disk-xml.ts'
import type { DriverDeps } from './driver-deps.ts'
import { element, renderXml } from './xml.ts'

/**
 * Copies a volume by a block job of QEMU. The copy is the disk at the moment when the job ends: it contains every write that QEMU
 * had reported to the guest as done, and nothing of writes that QEMU had not begun.
 */
export const copyVolume =
  ({
    session,
    domains,
    clock,
  }: Pick<DriverDeps, 'session' | 'domains' | 'clock'>): AttachesDevices['copyVolume'] =>
  async (id, from, path) => {
    const { source, target: disk, lock } = volumeDisk(from, 'scsi')
    if (source.type !== 'file')
      throw errors.DiskCopyFailed({ disk, reason: 'only volumes in files are copied to files' })
    const domain = await domains.find(id)
    const power = domain === undefined ? powerStates.noState : await domains.power(domain)
    if (domain === undefined || (power !== powerStates.running && power !== powerStates.paused))
      return copyQuietDisk(source.path, path)
    const locked = lock === undefined ? undefined : lockElement(lock)
    const destination = renderXml(
      element(
        'disk',
        { type: 'file', device: 'disk' },
        element('driver', { name: 'qemu', type: 'raw', cache: 'writeback' }),
        element('source', { file: path }, locked),
      ),
    )
    const copy = { domain, disk, destination, ontoExisting: true, leaves: 'copy' } as const
    await blockCopy({ session, clock }, copy)
  }
