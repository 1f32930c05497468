import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import type { FlowLease } from '@nimbo/durable/flow-leases'
import type { Context } from '@nimbo/kernel/context'
import type { ResizeServer } from '../../domain/server-actions/operations.ts'
import type { FlowDeps, HoldsParts, InCell, SpeaksToScheduler } from '../flow-deps.ts'
import { type Chosen, claimAlternate } from './claim-alternate.ts'
import { serverThatMoves } from './server-that-moves.ts'

export type SelectsHost = FlowDeps & InCell & SpeaksToScheduler & Pick<HoldsParts, 'placement'>

export type HostWanted = Pick<ResizeServer, 'serverId' | 'flavor' | 'ignoreHosts' | 'requestedHost'> & {
  /** The alternates. */
  readonly remaining?: readonly Destination[]
}

/** Lets the scheduler choose and claim a host of the cell, or claims the next alternate. */
export const selectHost = async (
  deps: SelectsHost,
  ctx: Context,
  { serverId, flavor, requestedHost, ignoreHosts, remaining }: HostWanted,
  lease: FlowLease,
): Promise<Chosen> => {
  const { server, fromVolume } = await serverThatMoves(deps, serverId)
  if (remaining !== undefined) return claimAlternate(deps, ctx, { server, remaining, lease })
  const { selected, alternates } = await deps.tracer.span(
    ctx,
    'select-destinations',
    (at) =>
      deps.scheduler.selectDestinations(at, {
        serverId,
        lease: { ...lease, cellId: deps.cellId },
        ignoreHosts,
        move: {
          ...{ cellId: deps.cellId, flavor, bootsFromVolume: fromVolume },
          ...(requestedHost === undefined ? {} : { host: requestedHost }),
        },
      }),
    { resource: serverId },
  )
  return { destination: selected, alternates }
}
