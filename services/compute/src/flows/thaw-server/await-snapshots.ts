import { retryIn } from '@nimbo/durable/park'
import { step } from '@nimbo/durable/step'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import type { ThawServer } from '../../domain/server-actions/operations.ts'
import type { FindsSnapshots, FlowDeps, InCell, SpeaksToHosts } from '../flow-deps.ts'
import { thawGuest } from './thaw-guest.ts'

/** The pause before the next look grows by its length, up to the longest; after the last look, in an hour, nobody waits on. */
const lookEveryMs = 1_000
const longestPauseMs = 15_000
const mostLooks = 250

/** Waits until no snapshot of the image is being taken any more. */
export const awaitSnapshots = step<ThawServer, FlowDeps & InCell & SpeaksToHosts & FindsSnapshots>()({
  name: 'await-snapshots',
  run: async (ctx, { snapshotIds }, { volumeSources }, { attempt }) => {
    if (attempt >= mostLooks) return undefined
    const taking = async (id: string): Promise<boolean> => {
      try {
        return (await volumeSources.snapshot(ctx, id))?.status === 'creating'
      } catch (error) {
        if (!isRemote(error)) throw error
        return true
      }
    }
    const all = await Promise.all(snapshotIds.map(taking))
    return all.includes(true) ? retryIn(Math.min((attempt + 1) * lookEveryMs, longestPauseMs)) : undefined
  },
  // An overdue flow does not reach the step that thaws.
  undo: (ctx, { serverId }, deps) => thawGuest(deps, ctx, serverId, Number.POSITIVE_INFINITY),
})
