import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import { type FlowLease, holdsFlow } from '@nimbo/durable/flow-leases'
import { step } from '@nimbo/durable/step'
import type { Context } from '@nimbo/kernel/context'
import { type Fault, isFault } from '@nimbo/kernel/errors'
import { seenMembers, takeGroupPlace } from '../../app/server-groups/group-places.ts'
import { instanceMappings } from '../../db/cells/instance-mappings.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import type { BootServer } from '../../domain/server-actions/operations.ts'
import type { FlowDeps, HoldsParts, SpeaksToScheduler } from '../flow-deps.ts'
import { errors } from '../flow-errors.ts'
import { isOutage } from '../is-outage.ts'

type Deps = FlowDeps & SpeaksToScheduler & Pick<HoldsParts, 'placement'>

/** The claimed host, and the alternates. */
export interface Destinations {
  readonly destination: Destination
  readonly alternates: readonly Destination[]
}

/** Whether another host may succeed after this failure. */
const maySucceedElsewhere = (error: Fault): boolean =>
  error.code === 'BuildFailed' ? error.details.elsewhere === true : isFault(error, 'ComputeHostDown')

/**
 * Lines 13 to 17 of the boot flow: asks the scheduler for hosts. After a failed build the flow returns here and claims
 * the next alternate without asking the scheduler again. The failed host's claim is replaced, not deleted first:
 * between deletion and new claim, a worker that lost its lease could confuse the two (a consumer created again starts
 * its generations anew).
 */
export const selectDestinations = step<BootServer & { readonly remaining?: readonly Destination[] }, Deps>()({
  name: 'select-destinations',
  waitsOut: isOutage,
  run: (ctx, { serverId, remaining }, deps, { lease }): Promise<Destinations> =>
    deps.tracer.span(
      ctx,
      'select-destinations',
      async (at) => {
        if (remaining !== undefined) return claimNext(deps, at, { serverId, remaining, lease })
        const { selected, alternates } = await deps.scheduler.selectDestinations(at, {
          serverId,
          lease,
          ignoreHosts: [],
        })
        return { destination: selected, alternates }
      },
      { resource: serverId },
    ),
  nothingToUndo: 'the next claim replaces this one, and the end of a failed boot releases the last',
  again: (error, { alternates = [] }) =>
    alternates.length > 0 && maySucceedElsewhere(error) ? { remaining: alternates } : undefined,
})

interface NextChoice {
  readonly serverId: string
  readonly remaining: readonly Destination[]
  readonly lease: FlowLease
}

/** Reserves a host for a member of a server group; false when the group's policy refuses. */
const placeTaker = async (
  deps: Deps,
  { serverId, lease }: Pick<NextChoice, 'serverId' | 'lease'>,
): Promise<(host: string) => Promise<boolean>> => {
  const group = (await requestSpecs(deps.databases.api, deps.clock).find(serverId))?.group
  if (group === undefined) return async () => true
  const seen = await seenMembers(deps)(group.id)
  return async (host) => {
    const place = await takeGroupPlace(deps)({ serverId, group, host, lease, seen })
    if (place === 'passed over') throw errors.ServerGone({ serverId })
    return place === 'taken'
  }
}

const claimNext = async (
  deps: Deps,
  ctx: Context,
  { serverId, remaining, lease }: NextChoice,
): Promise<Destinations> => {
  const { databases, clock, placement } = deps
  const owner = await instanceMappings(databases.api, clock).find(serverId)
  if (owner === undefined) throw errors.ServerGone({ serverId })
  const consumer = { id: serverId, projectId: owner.project_id, userId: owner.user_id }
  const guard = async (): Promise<void> => {
    if (!(await holdsFlow(databases.api, lease))) throw errors.ServerGone({ serverId })
  }
  const takesPlace = await placeTaker(deps, { serverId, lease })
  for (const [index, destination] of remaining.entries()) {
    const claimed = await placement.claim(ctx, consumer, destination.allocations, guard)
    if (claimed && (await takesPlace(destination.host)))
      return { destination, alternates: remaining.slice(index + 1) }
  }
  throw errors.AlternatesExhausted({ serverId })
}
