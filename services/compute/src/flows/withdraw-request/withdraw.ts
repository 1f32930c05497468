import { allOrNone } from '@nimbo/db/all-or-none'
import { type Park, retryIn } from '@nimbo/durable/park'
import { step } from '@nimbo/durable/step'
import type { Context } from '@nimbo/kernel/context'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import { madeForImage } from '../../domain/images/made-for-image.ts'
import type { MadeForRequest, WithdrawRequest } from '../../domain/server-actions/operations.ts'
import type {
  FindsSnapshots,
  FlowDeps,
  HoldsParts,
  InCell,
  MakesImages,
  SpeaksToHosts,
} from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { serverInCell } from '../server-record.ts'
import { thawGuest } from '../thaw-server/thaw-guest.ts'
import { endVolumeImage } from '../thaw-server/volume-image-event.ts'

type Deps = FlowDeps &
  InCell &
  SpeaksToHosts &
  Pick<HoldsParts, 'network' | 'volume'> &
  MakesImages &
  FindsSnapshots

type Made<Kind extends MadeForRequest['kind']> = Extract<MadeForRequest, { readonly kind: Kind }>

/**
 * Only one request at a time reserves volumes for a server, so an attachment without a disk of the server belongs to
 * this request.
 */
const dropAttachments = async (
  deps: Deps,
  ctx: Context,
  serverId: WithdrawRequest['serverId'],
  { volumeId }: Made<'attachment'>,
): Promise<void> => {
  const reserved = await deps.volume.attachmentsOf(ctx, { volumeId, serverId })
  const record = await serverInCell(deps, serverId)
  if (record?.disks.some((disk) => disk.volumeId === volumeId)) return
  for (const { id } of reserved) await deps.volume.deleteAttachment(ctx, id)
}

/**
 * Deletes ports that were bound to the server since the request began and are not recorded. The user's own ports may
 * come and go meanwhile. A port that comes is recorded before it is bound, so it is recorded if it was found. A port
 * that goes is unbound before the record changes, so it is not found the second time.
 */
const dropPorts = async (
  deps: Deps,
  ctx: Context,
  serverId: WithdrawRequest['serverId'],
  { known }: Made<'port'>,
): Promise<void> => {
  const bound = async () =>
    (await deps.network.ports(ctx, { device_id: serverId }, ['id'])).map(({ id }) => id)
  const found = await bound()
  const record = await serverInCell(deps, serverId)
  const recorded = record?.server.networkInfo.map(({ portId }) => portId) ?? []
  const unknown = found.filter((id) => !known.includes(id) && !recorded.includes(id))
  if (unknown.length === 0) return
  const still = await bound()
  for (const id of unknown) if (still.includes(id)) await deps.network.deletePort(ctx, id)
}

/** Pause before the next attempt: Cinder does not delete a snapshot that is still being taken. */
const untilTakenMs = 1_000

/** Deletes the image and the snapshots that it refers to. */
const dropVolumeImage = async (
  { imageMaker, volumeSources }: Deps,
  ctx: Context,
  { imageId }: Made<'volume-image'>,
): Promise<Park | undefined> => {
  await imageMaker.remove(ctx, imageId)
  let goesOn = false
  for (const { id, status } of await volumeSources.snapshotsWith(ctx, madeForImage, imageId)) {
    if (status === 'deleting') continue
    try {
      await volumeSources.removeSnapshot(ctx, id)
    } catch (error) {
      if (!isRemote(error, 400)) throw error
      goesOn = true
    }
  }
  return goesOn ? retryIn(untilTakenMs) : undefined
}

/** Thaws the guest, deletes what was made, and then lets the server have other tasks. */
const takeBackVolumeImage = async (
  deps: Deps,
  ctx: Context,
  { serverId, made, attempt }: WithdrawRequest & { made: Made<'volume-image'>; attempt: number },
): Promise<Park | undefined> => {
  const frozen = made.frozen ? await thawGuest(deps, ctx, serverId, attempt) : undefined
  const goesOn = (await dropVolumeImage(deps, ctx, made)) ?? frozen
  if (goesOn !== undefined) return goesOn
  const cell = await deps.databases.cell(deps.cellId)
  const message = 'The request died before it had recorded the image.'
  await allOrNone(cell, (trx) => endVolumeImage(deps)(trx, ctx, serverId, { result: 'Error', message }))
  return undefined
}

/** The only step: looks for what the request created, and removes it. */
export const withdraw = step<WithdrawRequest, Deps>()({
  name: 'withdraw',
  waitsOut: isOutage,
  nothingToUndo: 'no record refers to what it removes',
  run: async (ctx, { serverId, made }, deps, { attempt }) => {
    switch (made.kind) {
      case 'attachment':
        return dropAttachments(deps, ctx, serverId, made)
      case 'port':
        return dropPorts(deps, ctx, serverId, made)
      case 'image':
        return deps.imageMaker.remove(ctx, made.imageId)
      case 'volume-image':
        return takeBackVolumeImage(deps, ctx, { serverId, made, attempt })
    }
  },
})
