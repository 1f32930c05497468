import { type DiskSource, type GuestDisk, reconnectSeconds } from '@nimbo/local-guests/disk-layout'
import { cacheModeOf, defaultDiskOptions, type DiskOptions } from './disk-options.ts'
import { type Element, element } from './xml.ts'

/** Limits a larger file to its first `bytes` for the guest. */
const firstBytes = (bytes: bigint): Element =>
  element('slices', {}, element('slice', { type: 'storage', offset: 0, size: String(bytes) }))

/** The `<source>` of a disk: all of it, or its first `bytes`. */
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
  const { exportName: name, tls } = source
  const encrypted = tls === undefined ? {} : { tls: 'yes' }
  return element(
    'source',
    { protocol: 'nbd', name, ...encrypted },
    host,
    element('reconnect', { delay: reconnectSeconds }),
  )
}

/**
 * IO limits: of the flavor (`quota:disk_*`) for local disks, of the volume's type for volumes. libvirt's names are those of the
 * extra specs without the prefix, and those of the type.
 */
const ioTune = (
  { serial, limits = {} }: GuestDisk,
  extraSpecs: Readonly<Record<string, string>>,
): Element | undefined => {
  const parts = [
    'read_bytes_sec',
    'read_iops_sec',
    'write_bytes_sec',
    'write_iops_sec',
    'total_bytes_sec',
    'total_iops_sec',
  ]
    .map((name) => ({ name, value: serial === undefined ? extraSpecs[`quota:disk_${name}`] : limits[name] }))
    .filter(({ value }) => value !== undefined)
    .map(({ name, value }) => element(name, {}, value))
  return parts.length > 0 ? element('iotune', {}, ...parts) : undefined
}

/** LUKS encryption; libvirt keeps the secret under the volume's id. */
export const lockElement = (volumeId: string): Element =>
  element('encryption', { format: 'luks' }, element('secret', { type: 'passphrase', uuid: volumeId }))

/** The position of a SCSI disk on its bus, by its name: `sdc` is 2. */
const unitOf = (target: string): number => target.charCodeAt(2) - 'a'.charCodeAt(0)

/** The `<disk>` element of a domain, also used to attach and detach the disk. */
export const diskElement = (
  disk: GuestDisk,
  extraSpecs: Readonly<Record<string, string>> = {},
  options: DiskOptions = defaultDiskOptions,
): Element => {
  const fixed = disk.device === 'disk'
  const format = disk.source.type === 'file' ? disk.source.format : 'raw'
  return element(
    'disk',
    { type: disk.source.type === 'file' ? 'file' : 'network', device: disk.device },
    element('driver', {
      name: 'qemu',
      type: format,
      cache: cacheModeOf(disk, options),
      discard: fixed ? options.discard : undefined,
      // The guest stops instead of seeing an error while an export is away; `resume-after-errors.ts` lets it go on.
      ...(disk.source.type === 'nbd' ? { error_policy: 'stop', rerror_policy: 'stop' } : {}),
    }),
    sourceElement(disk.source),
    disk.lock === undefined ? undefined : lockElement(disk.lock),
    element('target', { dev: disk.target, bus: disk.bus }),
    fixed ? ioTune(disk, extraSpecs) : undefined,
    disk.readOnly ? element('readonly') : undefined,
    disk.shared ? element('shareable') : undefined,
    disk.serial === undefined ? undefined : element('serial', {}, disk.serial),
    disk.bootOrder === undefined ? undefined : element('boot', { order: disk.bootOrder }),
    disk.serial === undefined ? undefined : element('alias', { name: `ua-${disk.serial}` }),
    // An address by its name on the one controller: for the high name of a config drive libvirt would add one for every seven names.
    disk.device === 'cdrom' && disk.bus === 'scsi'
      ? element('address', { type: 'drive', controller: 0, bus: 0, target: 0, unit: unitOf(disk.target) })
      : undefined,
  )
}
