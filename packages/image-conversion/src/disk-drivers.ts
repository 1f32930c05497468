/** QEMU's driver for each `disk_format` that is not the bytes of a disk as they are. */
const drivers: ReadonlyMap<string, string> = new Map([
  ['qcow2', 'qcow2'],
  ['vmdk', 'vmdk'],
  ['vdi', 'vdi'],
  ['vhd', 'vpc'],
  ['vhdx', 'vhdx'],
])

const asItIs: ReadonlySet<string> = new Set(['raw', 'iso', 'ami', 'ari', 'aki'])

/** Whether the bytes of an image are those of its disk. */
export const isDiskAsItIs = (diskFormat: string): boolean => asItIs.has(diskFormat)

/** The driver that reads images of a format, if they can be read. */
export const driverOf = (diskFormat: string): string | undefined => drivers.get(diskFormat)
