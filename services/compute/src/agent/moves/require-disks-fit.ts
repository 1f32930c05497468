import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { MovePartOf } from '@nimbo/contracts/compute-rpc/move'
import { localDisksOf } from '../../domain/block-devices/local-disks-of.ts'
import { errors } from '../agent-errors.ts'

type Disks = Pick<HostedServer, 'disks' | 'flavor'>

/** Whether the server has local disks on this host, which must be copied. */
const hasLocalDisks = (server: Disks): boolean => {
  const fromVolume = server.disks.some((disk) => disk.bootIndex === 0 && disk.destinationType === 'volume')
  return !fromVolume || localDisksOf(server).length > 0
}

/** Throws Nova's errors when `block_migration` is set for shared storage, or not set for local disks. */
export const requireDisksFit = (
  host: string,
  server: Disks,
  { shared, copiesDisks }: Pick<MovePartOf<'check-departure'>, 'shared' | 'copiesDisks'>,
): void => {
  if (shared === undefined || copiesDisks === undefined) return
  if (copiesDisks && shared)
    throw errors.InvalidLocalStorage({
      path: host,
      reason: 'Block migration can not be used with shared storage.',
    })
  if (!copiesDisks && !shared && hasLocalDisks(server))
    throw errors.InvalidSharedStorage({
      path: host,
      reason:
        'Shared storage live-migration requires either shared storage or boot-from-volume with no local disks.',
    })
}
