import type { HostedDisk, HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import { isEphemeral, isEphemeralFormat, isSwap } from '../domain/local-disks.ts'
import type { LocalDisk } from '../driver/hypervisor.ts'

const mbPerGb = 1024

/** `vdb` before `vdc`, and `vdz` before `vdaa`. */
const byDevice = ({ deviceName: one = '' }: HostedDisk, { deviceName: other = '' }: HostedDisk): number =>
  one.length - other.length || one.localeCompare(other)

const place = ({ deviceName, diskBus }: HostedDisk): Pick<LocalDisk, 'device' | 'bus'> => ({
  ...(deviceName === undefined ? {} : { device: deviceName }),
  ...(diskBus === undefined ? {} : { bus: diskBus }),
})

const ephemeral = (disk: HostedDisk): LocalDisk => {
  const { guestFormat, volumeSizeGb = 0 } = disk
  const format = guestFormat !== undefined && isEphemeralFormat(guestFormat) ? { format: guestFormat } : {}
  return { kind: 'ephemeral', sizeMb: volumeSizeGb * mbPerGb, ...format, ...place(disk) }
}

/**
 * The empty disks that a server has on its host, by their names. One that was made before its disks were written down has
 * what its flavor gives.
 */
export const localDisksOf = ({
  disks,
  flavor,
}: Pick<HostedServer, 'disks' | 'flavor'>): readonly LocalDisk[] => {
  const ephemerals = disks.filter(isEphemeral).sort(byDevice).map(ephemeral)
  const swap = disks
    .filter(isSwap)
    .map((disk): LocalDisk => ({ kind: 'swap', sizeMb: disk.swapMb ?? 0, ...place(disk) }))
  const given: LocalDisk[] = [
    ...(ephemerals.length > 0 ? [] : [{ kind: 'ephemeral' as const, sizeMb: flavor.ephemeralGb * mbPerGb }]),
    ...(swap.length > 0 ? [] : [{ kind: 'swap' as const, sizeMb: flavor.swapMb }]),
  ]
  return [...ephemerals, ...swap, ...given].filter(({ sizeMb }) => sizeMb > 0)
}
