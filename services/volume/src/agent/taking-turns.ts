import type { volumeHostRpc } from '@nimbo/contracts/volume/volume-host'
import type { Context } from '@nimbo/kernel/context'
import { turns } from '@nimbo/kernel/turns'
import type { RpcHandlers } from '@nimbo/rpc/define-rpc'

type Handlers = RpcHandlers<(typeof volumeHostRpc)['methods']>

/**
 * Lets a volume host run only one call at a time for each volume, snapshot, or uploaded image. A scheduler that resumes the flow
 * of another that died repeats its last call, while the host may still be executing the first one: both would write to the same
 * unfinished file.
 */
export const takingTurns = (handlers: Handlers): Handlers => {
  const queue = turns<string>()
  const by =
    <Key extends 'volumeId' | 'snapshotId' | 'imageId'>(key: Key) =>
    <Input extends { readonly [Name in Key]: string }, Output>(
      work: (ctx: Context, input: Input) => Promise<Output>,
    ) =>
    (ctx: Context, input: Input): Promise<Output> =>
      queue.run(`${key} ${input[key]}`, () => work(ctx, input))
  const [ofVolume, ofSnapshot] = [by('volumeId'), by('snapshotId')]
  return {
    ...handlers,
    createVolume: ofVolume(handlers.createVolume),
    createLockedVolume: ofVolume(handlers.createLockedVolume),
    createRecryptedVolume: ofVolume(handlers.createRecryptedVolume),
    deleteVolume: ofVolume(handlers.deleteVolume),
    extendVolume: ofVolume(handlers.extendVolume),
    revertToSnapshot: ofVolume(handlers.revertToSnapshot),
    adoptVolume: ofVolume(handlers.adoptVolume),
    releaseVolume: ofVolume(handlers.releaseVolume),
    uploadVolume: by('imageId')(handlers.uploadVolume),
    createSnapshot: ofSnapshot(handlers.createSnapshot),
    prepareSnapshot: ofSnapshot(handlers.prepareSnapshot),
    keepSnapshot: ofSnapshot(handlers.keepSnapshot),
    deleteSnapshot: ofSnapshot(handlers.deleteSnapshot),
  }
}
