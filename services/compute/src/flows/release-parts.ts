import type { Context } from '@nimbo/kernel/context'
import { madeForDisk } from '../domain/block-devices/boot-volume.ts'
import type { BlockDevice, RequestSpec } from '../domain/servers/request-spec.ts'
import type { Server } from '../domain/servers/server.ts'
import { releasePorts } from '../resources/release-ports.ts'
import { type HeldVolume, releaseVolumes } from '../resources/release-volumes.ts'
import type { FlowDeps, HoldsParts } from './flow-deps.ts'

/** The user's ports: those named in the request, and those attached later and marked as preexisting. */
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

/** The volumes of disks. A volume that was created for a disk but never recorded is included, since no record names it. */
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

/** Releases a deleted server's ports, volumes (deleting those with `delete_on_termination`) and allocation. */
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

/** Releases what a failed build held: volumes created by the build are deleted, the user's are kept. */
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
