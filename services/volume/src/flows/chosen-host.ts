import { listPools, listUnmeasured } from '../db/services.ts'
import type { Pool } from '../domain/pool.ts'
import { aliveSince, hasListenedLongEnough, perhapsAliveSince } from '../domain/service-liveness.ts'
import { errors } from '../errors.ts'
import type { Choice } from '../scheduler/choose-pool.ts'
import type { FlowDeps } from './flow-deps.ts'

type Choosing = Pick<FlowDeps, 'db' | 'clock' | 'config' | 'silentBefore'>

interface Wanted {
  readonly choose: (pools: readonly Pool[]) => Choice
  /** Whether a back end that is up and has not reported its capacity yet would do; `host@backend`. */
  readonly mightTake: (host: string) => boolean
  /** What the user is told if no back end will do. */
  readonly reasonOf?: (refusedBy: string) => string
}

/**
 * The host that `choose` takes among the pools of back ends that are up. If it takes none, but might once those are heard of that have not been
 * measured yet, or are silent only since this cloud, its broker or its database was away, the flow is told to wait (`BackendsNotHeardOf`).
 */
export const chosenHost = async (
  deps: Choosing,
  { choose, mightTake, reasonOf = (refusedBy) => `No host passed the filter ${refusedBy}.` }: Wanted,
): Promise<string> => {
  const { db, config } = deps
  const { max_over_subscription_ratio: ratio } = config.DEFAULT
  const choice = choose(await listPools(db, aliveSince(deps), ratio))
  if ('host' in choice) return choice.host
  const perhaps = await listPools(db, perhapsAliveSince(deps), ratio)
  // Shortly after the start of the cloud, back ends might not have reported yet.
  const isEarly = perhaps.length === 0 && !hasListenedLongEnough(deps)
  const mayComeYet = async () => (await listUnmeasured(db, perhapsAliveSince(deps))).some(mightTake)
  if (isEarly || 'host' in choose(perhaps) || (await mayComeYet())) throw errors.BackendsNotHeardOf()
  throw errors.NoValidBackend({ reason: reasonOf(choice.refusedBy) })
}
