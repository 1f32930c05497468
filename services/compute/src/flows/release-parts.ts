import type { Context } from '@nimbo/kernel/context'
import { madeForDisk } from '../domain/block-devices/boot-volume.ts'
import type { BlockDevice, RequestSpec } from '../domain/servers/request-spec.ts'
import type { Server } from '../domain/servers/server.ts'
import { releasePorts } from '../resources/release-ports.ts'
import { type HeldVolume, releaseVolumes } from '../resources/release-volumes.ts'
import type { FlowDeps, HoldsParts } from './flow-deps.ts'

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

/** The volumes of disks. One that was made for a disk, but was never told of, goes: nobody else knows of it. */
const held = async (
  { volume }: Pick<HoldsParts, 'volume'>,
  ctx: Context,
  disks: readonly BlockDevice[],
  deletes: (disk: BlockDevice) => boolean,
): Promise<readonly HeldVolume[]> => {
  const each = await Promise.all(
    disks.map(async (disk) => {
      const { volumeId, destinationType } = disk
      if (volumeId !== undefined) return [{ volumeId, deleteOnTermination: deletes(disk) }]
      if (destinationType === 'local') return []
      const made = await volume.withMetadata(ctx, madeForDisk, disk.id)
      return made.map(({ id }) => ({ volumeId: id, deleteOnTermination: true }))
    }),
  )
  return each.flat()
}

type Deps = HoldsParts & Pick<FlowDeps, 'clock'>

export interface Parts {
  readonly serverId: string
  readonly preexistingPorts: ReadonlySet<string>
  readonly disks: readonly BlockDevice[]
}

/** Gives back what a server that ends holds elsewhere: ports, volumes (deleting those that end with it), its allocation. */
export const releaseParts = async (
  deps: Deps,
  ctx: Context,
  { serverId, preexistingPorts, disks }: Parts,
): Promise<void> => {
  await releasePorts(deps.network, ctx, { serverId, preexisting: preexistingPorts })
  const volumes = await held(deps, ctx, disks, ({ deleteOnTermination }) => deleteOnTermination)
  await releaseVolumes(deps, ctx, serverId, volumes)
  await deps.placement.release(ctx, serverId)
}

/** Gives back what a failed build held. Volumes that the build made go, those the user brought stay. */
export const releaseBuild = async (
  deps: Deps,
  ctx: Context,
  { serverId, preexistingPorts, disks }: Parts,
): Promise<void> => {
  await releasePorts(deps.network, ctx, { serverId, preexisting: preexistingPorts })
  const volumes = await held(deps, ctx, disks, ({ sourceType }) => sourceType !== 'volume')
  await releaseVolumes(deps, ctx, serverId, volumes)
  await deps.placement.release(ctx, serverId)
}
