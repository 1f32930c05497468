import type { Context } from '@nimbo/kernel/context'
import type { BlockDevice, RequestSpec } from '../domain/request-spec.ts'
import type { Server } from '../domain/server.ts'
import { releasePorts } from '../resources/release-ports.ts'
import { type HeldVolume, releaseVolumes } from '../resources/release-volumes.ts'
import type { HoldsParts } from './flow-deps.ts'

/** Ports the user made: those named in the request, and those attached since that were marked so. */
export const portsToKeep = (
  spec: Pick<RequestSpec, 'networks'> | undefined,
  server: Pick<Server, 'networkInfo'> | undefined,
): ReadonlySet<string> => {
  const networks = spec?.networks ?? 'none'
  return new Set([
    ...(typeof networks === 'string' ? [] : networks).flatMap(({ portId }) => portId ?? []),
    ...(server?.networkInfo ?? []).filter(({ preexisting }) => preexisting).map(({ portId }) => portId),
  ])
}

const held = (
  disks: readonly BlockDevice[],
  deletes: (disk: BlockDevice) => boolean,
): readonly HeldVolume[] =>
  disks.flatMap((disk) =>
    disk.volumeId === undefined ? [] : [{ volumeId: disk.volumeId, deleteOnTermination: deletes(disk) }],
  )

export interface Parts {
  readonly serverId: string
  readonly preexistingPorts: ReadonlySet<string>
  readonly disks: readonly BlockDevice[]
}

/** Gives back what a server that ends holds elsewhere: ports, volumes (deleting those that end with it), its allocation. */
export const releaseParts = async (
  { network, volume, placement }: HoldsParts,
  ctx: Context,
  { serverId, preexistingPorts, disks }: Parts,
): Promise<void> => {
  await releasePorts(network, ctx, { serverId, preexisting: preexistingPorts })
  await releaseVolumes(
    volume,
    ctx,
    serverId,
    held(disks, ({ deleteOnTermination }) => deleteOnTermination),
  )
  await placement.release(ctx, serverId)
}

/** Gives back what a failed build held. Volumes that the build made go, those the user brought stay. */
export const releaseBuild = async (
  { network, volume, placement }: HoldsParts,
  ctx: Context,
  { serverId, preexistingPorts, disks }: Parts,
): Promise<void> => {
  await releasePorts(network, ctx, { serverId, preexisting: preexistingPorts })
  await releaseVolumes(
    volume,
    ctx,
    serverId,
    held(disks, ({ sourceType }) => sourceType !== 'volume'),
  )
  await placement.release(ctx, serverId)
}
