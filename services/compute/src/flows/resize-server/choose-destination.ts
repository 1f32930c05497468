import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import { step } from '@nimbo/durable/step'
import { type Fault, isFault } from '@nimbo/kernel/errors'
import type { ResizeServer } from '../../domain/operations.ts'
import type { FlowDeps, HoldsParts, InCell, SpeaksToScheduler } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { type Chosen, claimAlternate } from '../moves/claim-alternate.ts'
import { serverThatMoves } from '../moves/server-that-moves.ts'

type Deps = FlowDeps & InCell & SpeaksToScheduler & Pick<HoldsParts, 'placement'>

/** The chosen host had no room after all, or is gone: another may do. */
const maySucceedElsewhere = (error: Fault): boolean =>
  isFault(error, 'InsufficientResources', 'ComputeHostDown')

type Needs = Pick<ResizeServer, 'serverId' | 'flavor' | 'ignoreHosts' | 'requestedHost'> & {
  readonly remaining?: readonly Destination[]
}

/** Has the scheduler choose a host of the cell for what the server is to be, and claim it there. */
export const chooseDestination = step<Needs, Deps>()({
  name: 'choose-destination',
  waitsOut: isOutage,
  run: async (
    ctx,
    { serverId, flavor, requestedHost, ignoreHosts, remaining },
    deps,
    { lease },
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
  },
  nothingToUndo: 'the claim that the migration holds takes the place of this one',
  again: (error, { alternates = [] }) =>
    alternates.length > 0 && maySucceedElsewhere(error) ? { remaining: alternates } : undefined,
})
