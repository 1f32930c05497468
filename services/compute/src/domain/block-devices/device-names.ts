const letters = 'abcdefghijklmnopqrstuvwxyz'

/** `vda`, `vdb`, … `vdz`, `vdaa`, …: the name at a position. */
const nameAt = (prefix: string, position: number): string => {
  const high = Math.floor(position / letters.length)
  return `${prefix}${high === 0 ? '' : letters[high - 1]}${letters[position % letters.length]}`
}

/** `vdb` for `/dev/vdb`, `vdb` and `/dev/vdb1`. */
export const bareDevice = (path: string): string => path.replace(/^\/dev\//, '').replace(/[0-9]+$/, '')

/** The first free device of the kind the server has: `/dev/vdb` when `/dev/vda` is taken. */
export const nextDevice = (taken: readonly string[], prefix = 'vd'): string => {
  const names = new Set(taken.map(bareDevice))
  for (let position = 0; ; position += 1) {
    const name = nameAt(prefix, position)
    if (!names.has(name)) return `/dev/${name}`
  }
}

/** How names of disks begin on a bus. */
export const prefixOn = (bus = 'virtio'): string => {
  switch (bus) {
    case 'scsi':
    case 'sata':
    case 'usb':
      return 'sd'
    case 'ide':
      return 'hd'
    case 'fdc':
      return 'fd'
    default:
      return 'vd'
  }
}

/** The root disk's device unless asked otherwise. */
export const rootDevice = '/dev/vda'
