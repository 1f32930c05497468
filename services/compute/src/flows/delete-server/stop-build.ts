import { retryIn } from '@nimbo/durable/park'
import { step } from '@nimbo/durable/step'
import type { DeleteServer } from '../../domain/server-actions/operations.ts'
import { isOutage } from '../is-outage.ts'

interface StopsBuilds {
  /** Rolls back the server's move; false when none is running. */
  readonly cancelMove?: (serverId: string) => Promise<boolean>
  /** Rolls back the server's boot; false when none is running. */
  readonly cancelBoot: (serverId: string) => Promise<boolean>
}

const slowestLookMs = 1_000

/** If the server is still being built or moved, its own flow cleans up first; this one waits for that. */
export const stopBuild = step<DeleteServer, StopsBuilds>()({
  name: 'stop-build',
  waitsOut: isOutage,
  run: async (_ctx, { serverId }, { cancelBoot, cancelMove }, { attempt }) => {
    const goesOn = [await cancelBoot(serverId), await cancelMove?.(serverId)].includes(true)
    if (goesOn) return retryIn(Math.min(20 * 2 ** attempt, slowestLookMs))
  },
  nothingToUndo: 'a build that was rolled back cannot continue',
  cheapToRepeat: 'it only queries once more whether a build is active',
})
