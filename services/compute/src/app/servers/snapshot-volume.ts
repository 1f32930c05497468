import { snapshotVolume as copying } from '@nimbo/contracts/compute/actions/snapshot-volume'
import type { Context } from '@nimbo/kernel/context'
import { errors } from '../../errors.ts'
import type { ActionDeps } from '../actions/action-deps.ts'
import { beginAction } from '../actions/begin-action.ts'
import type { ComputeApiDeps } from '../app.ts'
import { afterOthers } from './after-others.ts'
import { volumesOf } from './attach-volume.ts'
import { findServer } from './find-server.ts'

type Deps = ActionDeps & Pick<ComputeApiDeps, 'clients'>

/** Makes the host of the server that uses a volume copy it for a snapshot, as a flow. */
export const snapshotVolume = (deps: Deps) => {
  const { clients } = deps
  const find = findServer(deps)
  const list = volumesOf(deps)
  const begin = beginAction(deps)
  return async (
    ctx: Context,
    { volumeId, snapshotId, path }: { volumeId: string; snapshotId: string; path: string },
  ): Promise<void> => {
    const volume = await clients.volume.show(ctx, volumeId)
    if (volume === undefined) throw errors.VolumeNotFound({ id: volumeId })
    const [holder] = volume.attachments
    if (!holder?.server_id) throw errors.VolumeNotFound({ id: volumeId })
    const serverId = holder.server_id
    const disk = (await list(ctx, serverId)).find((one) => one.volumeId === volumeId)
    if (disk?.attachmentId === undefined) throw errors.VolumeNotAttached({ serverId, volumeId })
    const order = { kind: 'snapshot-volume' as const, attachmentId: disk.attachmentId, snapshotId, path }
    const start = async () => begin(ctx, await find(ctx, serverId), { action: copying, order })
    await afterOthers(
      deps,
      start,
      copying.from.taskStates.map((state) => state ?? 'None'),
    )
  }
}
