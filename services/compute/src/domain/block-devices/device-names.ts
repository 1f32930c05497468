const letters = 'abcdefghijklmnopqrstuvwxyz'

/** The name at a position: `vda`, `vdb`, … `vdz`, `vdaa`, … */
const nameAt = (prefix: string, position: number): string => {
  const high = Math.floor(position / letters.length)
  return `${prefix}${high === 0 ? '' : letters[high - 1]}${letters[position % letters.length]}`
}

/** `vdb` for `/dev/vdb`, `vdb` and `/dev/vdb1`. */
export const bareDevice = (path: string): string => path.replace(/^\/dev\//, '').replace(/[0-9]+$/, '')

/** The first free device name: `/dev/vdb` when `/dev/vda` is in use. */
export const nextDevice = (taken: readonly string[], prefix = 'vd'): string => {
  const names = new Set(taken.map(bareDevice))
  for (let position = 0; ; position += 1) {
    const name = nameAt(prefix, position)
    if (!names.has(name)) return `/dev/${name}`
  }
}

/** The prefix of device names on a bus. */
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

/** The default device of the root disk. */
export const rootDevice = '/dev/vda'
