import type { HostedDisk, HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import { isEphemeral, isEphemeralFormat, isSwap } from './local-disks.ts'

/** An empty local disk on the host, deleted with the server. */
export interface EmptyDisk {
  readonly kind: 'ephemeral' | 'swap'
  readonly sizeMb: number
  /** The file system of an ephemeral disk; ext4 if absent. */
  readonly format?: 'ext2' | 'ext3' | 'ext4' | 'xfs'
  /** The requested device name, such as `/dev/vdb`, if the bus supports one. */
  readonly device?: string
  /** `virtio`, `sata`, …; by the image's properties if absent. */
  readonly bus?: string
}

const mbPerGb = 1024

/** Sorts `vdb` before `vdc`, and `vdz` before `vdaa`. */
const byDevice = ({ deviceName: one = '' }: HostedDisk, { deviceName: other = '' }: HostedDisk): number =>
  one.length - other.length || one.localeCompare(other)

const place = ({ deviceName, diskBus }: HostedDisk): Pick<EmptyDisk, 'device' | 'bus'> => ({
  ...(deviceName === undefined ? {} : { device: deviceName }),
  ...(diskBus === undefined ? {} : { bus: diskBus }),
})

const ephemeral = (disk: HostedDisk): EmptyDisk => {
  const { guestFormat, volumeSizeGb = 0 } = disk
  const format = guestFormat !== undefined && isEphemeralFormat(guestFormat) ? { format: guestFormat } : {}
  return { kind: 'ephemeral', sizeMb: volumeSizeGb * mbPerGb, ...format, ...place(disk) }
}

/**
 * The ephemeral and swap disks of a server, by name. Servers created before such disks were recorded have the disks of
 * their flavor.
 */
export const localDisksOf = ({
  disks,
  flavor,
}: Pick<HostedServer, 'disks' | 'flavor'>): readonly EmptyDisk[] => {
  const ephemerals = disks.filter(isEphemeral).sort(byDevice).map(ephemeral)
  const swap = disks
    .filter(isSwap)
    .map((disk): EmptyDisk => ({ kind: 'swap', sizeMb: disk.swapMb ?? 0, ...place(disk) }))
  const given: EmptyDisk[] = [
    ...(ephemerals.length > 0 ? [] : [{ kind: 'ephemeral' as const, sizeMb: flavor.ephemeralGb * mbPerGb }]),
    ...(swap.length > 0 ? [] : [{ kind: 'swap' as const, sizeMb: flavor.swapMb }]),
  ]
  return [...ephemerals, ...swap, ...given].filter(({ sizeMb }) => sizeMb > 0)
}
