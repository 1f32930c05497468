import type { Attachment } from '@nimbo/clients/volume'
import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Context } from '@nimbo/kernel/context'
import { pause } from '@nimbo/kernel/deadline'
import { rootDevice } from '../../domain/block-devices/device-names.ts'
import { reserveVolume } from '../../resources/reserve-volume.ts'
import type { AgentPeers, AgentSelf } from '../agent-context.ts'
import { errors } from '../agent-errors.ts'

/** A volume and the image that it is to have. */
export interface Reimaging {
  readonly volumeId: string
  readonly imageId: string
  readonly sizeGb: number
}

type Deps = Pick<AgentSelf, 'connector' | 'clock'> &
  Pick<AgentPeers, 'volume'> & { readonly options: Pick<AgentSelf['options'], 'reimage_timeout_per_gb'> }

const firstLookMs = 50
const slowestLookMs = 2_000

/** The statuses in which a reserved volume can be given an image: also that of an earlier attempt which failed. */
const ready = ['reserved', 'available', 'error']

/** Has the volume service write the image, and waits for that. What an earlier attempt began is awaited, and then done again. */
const written = async (
  { volume, clock, options }: Deps,
  ctx: Context,
  { volumeId, imageId, sizeGb }: Reimaging,
): Promise<void> => {
  const deadline = clock.now() + sizeGb * options.reimage_timeout_per_gb * 1000
  let asked = false
  for (let look = 0; ; look += 1) {
    const status = (await volume.show(ctx, volumeId))?.status
    if (status === undefined) throw errors.VolumeUnknown({ volumeId })
    if (asked && (status === 'reserved' || status === 'available')) return
    if (!asked && ready.includes(status)) {
      await volume.reimage(ctx, volumeId, imageId)
      asked = true
    } else if (status !== 'downloading' || clock.now() > deadline)
      throw errors.VolumeNotReimaged({ volumeId, status })
    await pause(clock, Math.min(firstLookMs * 2 ** look, slowestLookMs))
  }
}

/**
 * Overwrites a server's volume, which no guest may use meanwhile, with an image, and connects it to this host again: by a new
 * attachment, since a volume can be overwritten only while it is reserved. Repeating it, also after it was interrupted, gives the
 * same content.
 */
export const reimageVolume =
  (deps: Deps) =>
  async (ctx: Context, server: Pick<HostedServer, 'id' | 'disks'>, order: Reimaging): Promise<Attachment> => {
    const { volume, connector } = deps
    const { volumeId } = order
    const id = await reserveVolume(volume, ctx, { volumeId, serverId: server.id })
    await written(deps, ctx, order)
    const mountpoint = server.disks.find((disk) => disk.volumeId === volumeId)?.deviceName ?? rootDevice
    const attachment = await volume.updateAttachment(ctx, id, { ...connector, mountpoint })
    await volume.completeAttachment(ctx, id)
    return attachment
  }
