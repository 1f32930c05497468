import { Readable } from 'node:stream'
import { createImage as action } from '@nimbo/contracts/compute/actions/create-image'
import { allOrNone } from '@nimbo/db/all-or-none'
import { insertFlow } from '@nimbo/durable/insert-flow'
import { requireNoFlow } from '@nimbo/durable/require-no-flow'
import type { Context } from '@nimbo/kernel/context'
import { type FlowId, newId } from '@nimbo/kernel/ids'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import type { StoredBlockDevice } from '../../db/servers/block-devices.ts'
import { thawServerFlow } from '../../domain/flow-kinds.ts'
import { imageMapping, type MappedDisk } from '../../domain/images/image-mapping.ts'
import { madeForImage } from '../../domain/images/made-for-image.ts'
import { type SnapshotRequest, snapshotImage } from '../../domain/images/snapshot-image.ts'
import type { ThawServer } from '../../domain/server-actions/operations.ts'
import { errors } from '../../errors.ts'
import type { InCell } from '../../flows/flow-deps.ts'
import {
  beginVolumeImage,
  endVolumeImage,
  volumeImageTask,
} from '../../flows/thaw-server/volume-image-event.ts'
import { acceptAction } from '../actions/accept-action.ts'
import type { LocatedServer } from '../servers/find-server.ts'
import { freezeGuest, isFrozenForSnapshots, thawGuest } from './freeze-guest.ts'
import type { ImagingDeps } from './imaging-deps.ts'
import { type Unrecorded, untilRecorded } from '../actions/until-recorded.ts'
import { wakeConductor } from '../actions/wake-conductor.ts'

interface Wanted {
  readonly id: string
  readonly disks: readonly StoredBlockDevice[]
  readonly asked: SnapshotRequest
}

/** Takes a snapshot of each volume, one after the other. */
const takeSnapshots =
  ({ clients: { volumeSources } }: ImagingDeps, image: Unrecorded) =>
  async (ctx: Context, { id, disks, asked }: Wanted): Promise<readonly MappedDisk[]> => {
    const mapped: MappedDisk[] = []
    for (const disk of disks) {
      const { volumeId } = disk
      if (volumeId === undefined) {
        mapped.push({ disk })
        continue
      }
      const wanted = { volumeId, name: `snapshot for ${asked.name}`, metadata: { [madeForImage]: id } }
      const snapshot = await image.make(
        () => volumeSources.createSnapshot(ctx, wanted),
        (made) => volumeSources.removeSnapshot(ctx, made.id),
      )
      mapped.push({ disk, snapshot })
    }
    return mapped
  }

/** Ends the action, unless the guest is frozen: then a flow does, once the snapshots are complete and the guest is thawed. */
const recordMade =
  (deps: ImagingDeps, image: Unrecorded) =>
  async (ctx: Context, { cellId, ...input }: ThawServer & InCell, isFrozen: boolean): Promise<void> => {
    const { databases, clock } = deps
    const { serverId } = input
    const flowId = await allOrNone(await databases.cell(cellId), async (trx) => {
      await image.record(trx)
      if (isFrozen) return insertFlow(trx, thawServerFlow, { subject: serverId, input, ctx, clock })
      await endVolumeImage(deps)(trx, ctx, serverId, { result: 'Success' })
      return undefined
    })
    image.keep()
    if (flowId !== undefined) await wakeConductor(deps)(ctx, { cellId, flowId })
  }

/** Shows the task state and records the action, with the flow that takes both back if the request dies. */
const beginOn = (deps: ImagingDeps, ctx: Context, located: LocatedServer) => {
  const { id: serverId } = located.server
  return {
    announce: (insert: (trx: Kysely<CellTables>) => Promise<FlowId>) =>
      acceptAction(deps)(ctx, located, {
        action: { name: action.name, from: action.from, taskState: volumeImageTask },
        write: async (trx) => {
          // The flow of the last image is active until a moment after its end.
          await requireNoFlow(trx, { names: [thawServerFlow.name], subject: serverId })
          await beginVolumeImage(deps)(trx, ctx, serverId)
          return insert(trx)
        },
      }),
    takeBack: (trx: Kysely<CellTables>) => endVolumeImage(deps)(trx, ctx, serverId, { result: 'Error' }),
  }
}

/**
 * Creates an image of a server that boots from a volume: it has no data and refers to new snapshots of the volumes. The
 * API creates all of them before it answers, as the user; if one fails, all are removed. The guest of a server with an
 * agent is frozen before, and thawed once the snapshots are complete.
 */
export const createVolumeImage = (deps: ImagingDeps) => {
  const { clients, config } = deps
  const { imageMaker } = clients
  const announce = untilRecorded(deps)
  return async (
    ctx: Context,
    located: LocatedServer,
    disks: readonly StoredBlockDevice[],
    asked: SnapshotRequest,
  ): Promise<string> => {
    const { server, cellId } = located
    const { host } = server
    if (cellId === null) throw errors.ServerNotReady({ id: server.id })
    const frozen = host !== null && isFrozenForSnapshots(server)
    const id = newId()
    const about = { serverId: server.id, cellId, action: action.name }
    const made = { kind: 'volume-image', imageId: id, frozen } as const
    await using image = await announce(ctx, { ...about, made }, beginOn(deps, ctx, located))
    try {
      if (frozen) await freezeGuest(deps)(ctx, { cellId, host }, server)
      const mapped = await takeSnapshots(deps, image)(ctx, { id, disks, asked })
      const attributes = {
        ...snapshotImage(server, asked, config.DEFAULT.non_inheritable_image_properties),
        ...imageMapping(server, mapped),
      }
      await image.make(
        () => imageMaker.create(ctx, { ...attributes, id }),
        () => imageMaker.remove(ctx, id),
      )
      await imageMaker.upload(ctx, id, { diskFormat: 'raw', bytes: Readable.from([]) })
      const snapshotIds = mapped.flatMap(({ snapshot }) => snapshot?.id ?? [])
      await recordMade(deps, image)(ctx, { serverId: server.id, cellId, snapshotIds }, frozen)
      return id
    } catch (error) {
      if (frozen) await thawGuest(deps)(ctx, { cellId, host }, server)
      throw error
    }
  }
}
