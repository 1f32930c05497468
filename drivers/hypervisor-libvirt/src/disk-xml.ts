import type { DiskSource, GuestDisk } from '@nimbo/local-guests/disk-layout'
import { type Element, element } from './xml.ts'

/** Of a file that is larger, the guest is to see so many bytes. */
const firstBytes = (bytes: bigint): Element =>
  element('slices', {}, element('slice', { type: 'storage', offset: 0, size: String(bytes) }))

/** Where a disk's content is: all of it, or its first `bytes`. */
export const sourceElement = (source: DiskSource, bytes?: bigint): Element => {
  if (source.type === 'file')
    return element('source', { file: source.path }, bytes === undefined ? undefined : firstBytes(bytes))
  if (source.type === 'rbd') {
    const { pool, image, monitors, user, secretUuid } = source
    return element(
      'source',
      { protocol: 'rbd', name: `${pool}/${image}` },
      ...monitors.map(({ host: name, port }) => element('host', { name, port })),
      element('auth', { username: user }, element('secret', { type: 'ceph', uuid: secretUuid })),
    )
  }
  const host =
    source.socket === undefined
      ? element('host', { name: source.host, port: source.port })
      : element('host', { transport: 'unix', socket: source.socket })
  return element('source', { protocol: 'nbd', name: source.exportName }, host)
}

/** IO limits of the flavor (`quota:disk_*`), which libvirt names as the extra specs do, less the prefix. */
const ioTune = (extraSpecs: Readonly<Record<string, string>>): Element | undefined => {
  const limits = [
    'read_bytes_sec',
    'read_iops_sec',
    'write_bytes_sec',
    'write_iops_sec',
    'total_bytes_sec',
    'total_iops_sec',
  ]
    .map((name) => ({ name, value: extraSpecs[`quota:disk_${name}`] }))
    .filter(({ value }) => value !== undefined)
    .map(({ name, value }) => element(name, {}, value))
  return limits.length > 0 ? element('iotune', {}, ...limits) : undefined
}

/** LUKS, opened by the secret that libvirt keeps under the id of the volume. */
const lockElement = (volumeId: string): Element =>
  element('encryption', { format: 'luks' }, element('secret', { type: 'passphrase', uuid: volumeId }))

/** The `<disk>` of a domain, which is also what attaching and detaching one takes. */
export const diskElement = (disk: GuestDisk, extraSpecs: Readonly<Record<string, string>> = {}): Element => {
  const cdrom = disk.device === 'cdrom'
  const format = disk.source.type === 'file' ? disk.source.format : 'raw'
  return element(
    'disk',
    { type: disk.source.type === 'file' ? 'file' : 'network', device: disk.device },
    // Guests flush what must last, so the host's page cache is safe; and unlike O_DIRECT it works on every file system.
    element('driver', {
      name: 'qemu',
      type: format,
      cache: 'writeback',
      discard: cdrom ? undefined : 'unmap',
    }),
    sourceElement(disk.source),
    disk.lock === undefined ? undefined : lockElement(disk.lock),
    element('target', { dev: disk.target, bus: disk.bus }),
    cdrom ? undefined : ioTune(extraSpecs),
    disk.readOnly ? element('readonly') : undefined,
    disk.serial === undefined ? undefined : element('serial', {}, disk.serial),
    disk.bootOrder === undefined ? undefined : element('boot', { order: disk.bootOrder }),
    disk.serial === undefined ? undefined : element('alias', { name: `ua-${disk.serial}` }),
    // Its far name would make libvirt add a controller for every seven names before it.
    cdrom && disk.bus === 'scsi'
      ? element('address', { type: 'drive', controller: 0, bus: 0, target: 0, unit: 25 })
      : undefined,
  )
}
