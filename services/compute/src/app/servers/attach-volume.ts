import type { Volume } from '@nimbo/clients/volume'
import { attachVolume as attaching } from '@nimbo/contracts/compute/actions/attach-volume'
import { detachVolume as detaching } from '@nimbo/contracts/compute/actions/detach-volume'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import { blockDevices, type StoredBlockDevice } from '../../db/servers/block-devices.ts'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { requireFewDisks } from '../../domain/block-devices/require-few-disks.ts'
import { bareDevice, nextDevice, rootDevice } from '../../domain/block-devices/device-names.ts'
import type { BlockDevice } from '../../domain/servers/request-spec.ts'
import type { Server } from '../../domain/servers/server.ts'
import { errors } from '../../errors.ts'
import type { ActionDeps } from '../actions/action-deps.ts'
import { beginAction } from '../actions/begin-action.ts'
import { untilRecorded } from '../actions/until-recorded.ts'
import { afterOthers } from './after-others.ts'
import type { ComputeApiDeps } from '../app.ts'
import { findServer } from './find-server.ts'

type Deps = ActionDeps & Pick<ComputeApiDeps, 'clients' | 'config'>

export interface VolumeToAttach {
  readonly volumeId: string
  readonly device?: string
  readonly tag?: string
  readonly deleteOnTermination: boolean
  /** Whether the caller's microversion knows volumes of shelved servers. */
  readonly shelvedToo: boolean
  /** Whether it knows volumes that several servers share. */
  readonly sharedToo: boolean
}

/** Refuses a shelved server, for microversions in which its volumes cannot be changed. */
const requireUnshelved = ({ id, vmState }: Server, action: string): void => {
  if (vmState === 'shelved' || vmState === 'shelved_offloaded')
    throw errors.WrongState({ action, id, attribute: 'vm_state', state: vmState })
}

/** Refuses a volume of another zone if `cross_az_attach` is false. */
const requireSameZone = (
  { cinder }: Pick<ComputeApiDeps['config'], 'cinder'>,
  { id, availabilityZone: zone }: Server,
  { id: vol, availability_zone: volumeZone }: Volume,
): void => {
  if (cinder.cross_az_attach || zone === volumeZone) return
  throw errors.InvalidVolume({
    reason: `Instance ${id} and volume ${vol} are not in the same availability_zone. Instance is in ${zone}. Volume is in ${volumeZone}`,
  })
}

/** A server's volumes. */
export const volumesOf = (deps: Pick<ActionDeps, 'databases' | 'clock' | 'enforcer'>) => {
  const find = findServer(deps)
  return async (ctx: Context, id: string): Promise<readonly StoredBlockDevice[]> => {
    const { cellId } = await find(ctx, id)
    if (cellId === null) return []
    const devices = await blockDevices(await deps.databases.cell(cellId), deps.clock).ofServer(id)
    return devices.filter(({ volumeId }) => volumeId !== undefined)
  }
}

interface ToAttach {
  readonly server: Server
  readonly volume: Volume
  readonly disks: readonly StoredBlockDevice[]
}

/** Refuses a volume that the server cannot attach, or has attached already. */
const requireAttachable = (
  config: Pick<ComputeApiDeps['config'], 'cinder'>,
  { volumeId, sharedToo, tag }: VolumeToAttach,
  { server, volume, disks }: ToAttach,
): void => {
  if (volume.multiattach && !sharedToo) throw errors.MultiattachNotSupportedOldMicroversion()
  if (volume.multiattach && server.vmState === 'shelved_offloaded')
    throw errors.MultiattachToShelvedNotSupported()
  if (tag !== undefined && server.vmState === 'shelved_offloaded')
    throw errors.VolumeTaggedAttachToShelvedNotSupported()
  requireSameZone(config, server, volume)
  if (disks.some((disk) => disk.volumeId === volumeId))
    throw errors.InvalidVolume({ reason: `volume ${volumeId} already attached` })
  if (volume.status !== 'available' && !(volume.multiattach && volume.status === 'in-use'))
    throw errors.InvalidVolume({
      reason: `volume '${volumeId}' status must be 'available'. Currently in '${volume.status}' status`,
    })
}

/** The name of the new disk in the guest: the next free one, or the requested one if it is free. */
const deviceFor = ({ device }: VolumeToAttach, disks: readonly StoredBlockDevice[]): string => {
  const taken = [...disks.flatMap(({ deviceName }) => deviceName ?? []), rootDevice]
  if (!device) return nextDevice(taken)
  if (taken.some((name) => bareDevice(name) === bareDevice(device)))
    throw errors.DeviceInUse({ path: device })
  return device
}

/** Attaches a volume: reserves it with the user's token; the host does the rest as a flow. Returns the future disk. */
export const attachVolume = (deps: Deps) => {
  const { databases, clock, clients, enforcer, config } = deps
  const find = findServer(deps)
  const begin = beginAction(deps)
  const announce = untilRecorded(deps)
  return async (ctx: Context, id: string, asked: VolumeToAttach): Promise<BlockDevice> => {
    const located = await find(ctx, id)
    requireAllowed(attaching, located.server, enforcer.isAdmin(ctx))
    if (!asked.shelvedToo) requireUnshelved(located.server, attaching.name)
    if (located.cellId === null) throw errors.ServerNotReady({ id })
    const { server, cellId } = located
    const { volumeId } = asked
    await using reservation = await afterOthers(deps, () =>
      announce(ctx, {
        ...{ serverId: server.id, cellId, action: attaching.name },
        made: { kind: 'attachment', volumeId },
      }),
    )
    const volume = await clients.volume.show(ctx, volumeId)
    if (!volume) throw errors.VolumeNotFound({ id: volumeId })
    const disks = await blockDevices(await databases.cell(cellId), clock).ofServer(id)
    requireAttachable(config, asked, { server, volume, disks })
    const deviceName = deviceFor(asked, disks)
    requireFewDisks(disks.length + 1, config.compute.max_disk_devices_to_attach)
    const attachment = await reservation.make(
      () => clients.volume.createAttachment(ctx, volumeId, id),
      (made) => clients.volume.deleteAttachment(ctx, made.id),
    )
    const device: BlockDevice = {
      id: newId(),
      sourceType: 'volume',
      destinationType: 'volume',
      volumeId,
      volumeSizeGb: volume.size,
      attachmentId: attachment.id,
      deviceName,
      deleteOnTermination: asked.deleteOnTermination,
      ...(asked.tag ? { tag: asked.tag } : {}),
    }
    await afterOthers(deps, async () =>
      begin(ctx, await find(ctx, id), {
        action: attaching,
        order: { kind: 'attach-volume', attachmentId: attachment.id },
        also: async (trx) => {
          await blockDevices(trx, clock).insert(id, [device])
          await reservation.record(trx)
        },
      }),
    )
    reservation.keep()
    return device
  }
}

/** Sets `delete_on_termination` of a disk, by the disk's id. */
export const setDeleteOnTermination =
  ({ databases, clock, enforcer }: Pick<ActionDeps, 'databases' | 'clock' | 'enforcer'>) =>
  async (ctx: Context, serverId: string, diskId: string, ends: boolean): Promise<void> => {
    const { cellId } = await findServer({ databases, clock, enforcer })(ctx, serverId)
    if (cellId === null) throw errors.ServerNotReady({ id: serverId })
    const disks = blockDevices(await databases.cell(cellId), clock)
    await disks.update(diskId, { delete_on_termination: ends ? 1 : 0 })
  }

/** Detaches a volume, as a flow; the root disk cannot be detached. */
export const detachVolume = (deps: Deps) => {
  const find = findServer(deps)
  const list = volumesOf(deps)
  const begin = beginAction(deps)
  return async (
    ctx: Context,
    id: string,
    volumeId: string,
    { shelvedToo }: Pick<VolumeToAttach, 'shelvedToo'>,
  ): Promise<void> => {
    const { server } = await find(ctx, id)
    requireAllowed(detaching, server, deps.enforcer.isAdmin(ctx))
    if (!shelvedToo) requireUnshelved(server, detaching.name)
    const disk = (await list(ctx, id)).find((one) => one.volumeId === volumeId)
    if (!disk?.attachmentId) throw errors.VolumeNotAttached({ serverId: id, volumeId })
    if (disk.bootIndex === 0) throw errors.BadRequest({ reason: 'Cannot detach a root device volume' })
    const order = { kind: 'detach-volume', attachmentId: disk.attachmentId } as const
    await afterOthers(deps, async () => begin(ctx, await find(ctx, id), { action: detaching, order }))
  }
}
