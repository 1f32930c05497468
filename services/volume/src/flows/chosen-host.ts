import { listPools, listUnmeasured } from '../db/services.ts'
import type { Pool } from '../domain/pool.ts'
import { aliveSince, hasListenedLongEnough, perhapsAliveSince } from '../domain/service-liveness.ts'
import { errors } from '../errors.ts'
import type { Choice } from '../scheduler/choose-pool.ts'
import type { FlowDeps } from './flow-deps.ts'

type Choosing = Pick<FlowDeps, 'db' | 'clock' | 'config' | 'silentBefore'>

interface Wanted {
  readonly choose: (pools: readonly Pool[]) => Choice
  /** Whether a back end (`host@backend`) that is up, but has not reported its capacity yet, might be suitable. */
  readonly mightTake: (host: string) => boolean
  /** The message for the user if no back end is suitable. */
  readonly reasonOf?: (refusedBy: string) => string
}

/**
 * The host that `choose` selects among the pools of back ends that are up. Throws `NoValidBackend` if it selects none; but
 * `BackendsNotHeardOf`, on which the flow waits, if a suitable back end may still turn up: one that has not reported its
 * capacity yet, or one that is silent only because this cloud, its broker or its database was down.
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
