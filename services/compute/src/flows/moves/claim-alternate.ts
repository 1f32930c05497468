import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import type { FlowLease } from '@nimbo/durable/flow-leases'
import type { Context } from '@nimbo/kernel/context'
import { seenMembers, takeGroupPlace } from '../../app/server-groups/group-places.ts'
import { holdsServerFlow } from '../../app/servers/holds-server-flow.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import type { Server } from '../../domain/servers/server.ts'
import type { FlowDeps, HoldsParts, InCell } from '../flow-deps.ts'
import { errors } from '../flow-errors.ts'

type Deps = FlowDeps & InCell & Pick<HoldsParts, 'placement'>

interface Choice {
  readonly server: Server
  readonly remaining: readonly Destination[]
  readonly lease: FlowLease
}

/** The claimed host of a move, and the alternates. */
export interface Chosen {
  readonly destination: Destination
  readonly alternates: readonly Destination[]
}

/** Claims the next alternate. Throws `AlternatesExhausted`. */
export const claimAlternate = async (
  deps: Deps,
  ctx: Context,
  { server, remaining, lease }: Choice,
): Promise<Chosen> => {
  const { databases, clock, placement, cellId } = deps
  const { id: serverId, projectId, userId } = server
  const held = { ...lease, cellId }
  const guard = async (): Promise<void> => {
    if (!(await holdsServerFlow(databases, held, databases.api))) throw errors.ServerGone({ serverId })
  }
  const group = (await requestSpecs(databases.api, clock).find(serverId))?.group
  const seen = group && (await seenMembers(deps)(group.id))
  const takesPlace = async (host: string): Promise<boolean> => {
    if (group === undefined || seen === undefined) return true
    return (await takeGroupPlace(deps)({ serverId, group, host, lease: held, seen })) === 'taken'
  }
  for (const [index, destination] of remaining.entries()) {
    const claimed = await placement.claim(
      ctx,
      { id: serverId, projectId, userId },
      destination.allocations,
      guard,
    )
    if (claimed && (await takesPlace(destination.host)))
      return { destination, alternates: remaining.slice(index + 1) }
  }
  throw errors.AlternatesExhausted({ serverId })
}
