import { retryIn } from '@nimbo/durable/park'
import { step } from '@nimbo/durable/step'
import type { DeleteServer } from '../../domain/server-actions/operations.ts'
import { isOutage } from '../is-outage.ts'

interface StopsBuilds {
  /** Turns the server's move back; false when none is under way (any more). */
  readonly cancelMove?: (serverId: string) => Promise<boolean>
  /** Turns the server's boot back; false when none is under way (any more). */
  readonly cancelBoot: (serverId: string) => Promise<boolean>
}

const slowestLookMs = 1_000

/** A server that is still being built, or moved, is taken apart by its own flow first; this one waits until that has ended. */
export const stopBuild = step<DeleteServer, StopsBuilds>()({
  name: 'stop-build',
  waitsOut: isOutage,
  run: async (_ctx, { serverId }, { cancelBoot, cancelMove }, { attempt }) => {
    const goesOn = [await cancelBoot(serverId), await cancelMove?.(serverId)].includes(true)
    if (goesOn) return retryIn(Math.min(20 * 2 ** attempt, slowestLookMs))
  },
  nothingToUndo: 'a build that was turned back is gone',
  cheapToRepeat: 'it asks once more whether a build is under way',
})
