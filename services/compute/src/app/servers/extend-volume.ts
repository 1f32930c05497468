import { extendVolume as extending } from '@nimbo/contracts/compute/actions/extend-volume'
import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import type { ActionDeps } from '../actions/action-deps.ts'
import { beginAction } from '../actions/begin-action.ts'
import type { ComputeApiDeps } from '../app.ts'
import { afterOthers } from './after-others.ts'
import { volumesOf } from './attach-volume.ts'
import { findServer } from './find-server.ts'

type Deps = ActionDeps & Pick<ComputeApiDeps, 'clients' | 'log'>

/**
 * Tells a server, as a flow, that one of its volumes was extended. If the server's state does not allow that, it sees
 * the new size at its next start; for a detached volume nothing happens.
 */
export const extendVolume = (deps: Deps) => {
  const { clients, log } = deps
  const find = findServer(deps)
  const list = volumesOf(deps)
  const begin = beginAction(deps)
  return async (ctx: Context, id: string, volumeId: string): Promise<void> => {
    const disk = (await list(ctx, id)).find((one) => one.volumeId === volumeId)
    const volume = await clients.volume.show(ctx, volumeId)
    if (disk?.attachmentId === undefined || volume === undefined) return
    const order = { kind: 'extend-volume', attachmentId: disk.attachmentId, sizeGb: volume.size } as const
    try {
      await afterOthers(deps, async () => begin(ctx, await find(ctx, id), { action: extending, order }))
    } catch (error) {
      if (!isFault(error, 'WrongState')) throw error
      log.info(
        { server: id, volume: volumeId },
        'a server will see the new size of a volume at its next start',
      )
    }
  }
}
