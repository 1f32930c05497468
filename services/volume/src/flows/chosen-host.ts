import { listPools } from '../db/services.ts'
import type { Pool } from '../domain/pool.ts'
import { aliveSince, hasListenedLongEnough, perhapsAliveSince } from '../domain/service-liveness.ts'
import { errors } from '../errors.ts'
import type { Choice } from '../scheduler/choose-pool.ts'
import type { FlowDeps } from './flow-deps.ts'

type Choosing = Pick<FlowDeps, 'db' | 'clock' | 'config' | 'silentBefore'>

/**
 * The host that `choose` takes among the pools of back ends that are up. If it takes none, but might once those are heard of that are silent
 * only since this cloud, its broker or its database was away, the flow is told to wait; otherwise `reasonOf` says why.
 */
export const chosenHost = async (
  deps: Choosing,
  choose: (pools: readonly Pool[]) => Choice,
  reasonOf: (refusedBy: string) => string = (refusedBy) => `No host passed the filter ${refusedBy}.`,
): Promise<string> => {
  const { db, config } = deps
  const { max_over_subscription_ratio: ratio } = config.DEFAULT
  const choice = choose(await listPools(db, aliveSince(deps), ratio))
  if ('host' in choice) return choice.host
  const perhaps = await listPools(db, perhapsAliveSince(deps), ratio)
  // Shortly after the start of the cloud, back ends might not have reported yet.
  const isEarly = perhaps.length === 0 && !hasListenedLongEnough(deps)
  if (isEarly || 'host' in choose(perhaps)) throw errors.BackendsNotHeardOf()
  throw errors.NoValidBackend({ reason: reasonOf(choice.refusedBy) })
}
