import type { FlowLease } from '@nimbo/durable/flow-leases'
import type { Context } from '@nimbo/kernel/context'
import { holdsFlow } from '@nimbo/durable/flow-leases'
import { computeNodes } from '../../db/hosts/compute-nodes.ts'
import type { ServerId } from '@nimbo/kernel/ids'
import type { FlowDeps, HoldsParts, InCell } from '../flow-deps.ts'
import { errors } from '../flow-errors.ts'
import type { Chosen } from './claim-alternate.ts'
import { serverThatMoves } from './server-that-moves.ts'

type Deps = FlowDeps & InCell & Pick<HoldsParts, 'placement'>

interface Forced {
  readonly serverId: ServerId
  /** Holds the allocation on the source host. */
  readonly migrationId: string
  readonly host: string
  readonly lease: FlowLease
}

/** Claims a forced host: the same amounts that the server has on the source host. */
export const claimForcedHost = async (
  deps: Deps,
  ctx: Context,
  { serverId, migrationId, host, lease }: Forced,
): Promise<Chosen> => {
  const { placement, cellId, clock } = deps
  const { server, cell } = await serverThatMoves(deps, serverId)
  if (server.host === host) throw errors.UnableToMigrateToSelf({ serverId, host })
  const [node] = await computeNodes(cell, clock).ofHost(host)
  if (node === undefined) throw errors.ComputeHostNotFound({ host })
  const held = await placement.allocationsOf(ctx, migrationId)
  // With several providers, only the scheduler can match them to those of the other host; Nova refuses as well.
  if (Object.keys(held).length > 1) throw errors.ComplexAllocations({ serverId, host })
  const allocations = Object.fromEntries(
    Object.values(held).map(({ resources }) => [node.id, { resources }] as const),
  )
  const { id, projectId, userId } = server
  const guard = async (): Promise<void> => {
    if (!(await holdsFlow(cell, lease))) throw errors.ServerGone({ serverId })
  }
  if (!(await placement.claim(ctx, { id, projectId, userId }, allocations, guard)))
    throw errors.NoRoomOnHost({ serverId, host })
  const { availabilityZone } = server
  return {
    destination: {
      ...{ host, node: node.node, nodeId: node.id, cellId, allocations },
      availabilityZone: availabilityZone ?? 'nova',
    },
    alternates: [],
  }
}
