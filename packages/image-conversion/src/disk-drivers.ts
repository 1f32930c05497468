/** QEMU's driver for each `disk_format` other than raw ones. */
const drivers: ReadonlyMap<string, string> = new Map([
  ['qcow2', 'qcow2'],
  ['vmdk', 'vmdk'],
  ['vdi', 'vdi'],
  ['vhd', 'vpc'],
  ['vhdx', 'vhdx'],
])

const asItIs: ReadonlySet<string> = new Set(['raw', 'iso', 'ami', 'ari', 'aki'])

/** Whether an image's data are the disk's data. */
export const isDiskAsItIs = (diskFormat: string): boolean => asItIs.has(diskFormat)

/** The driver for a format, if there is one. */
export const driverOf = (diskFormat: string): string | undefined => drivers.get(diskFormat)
