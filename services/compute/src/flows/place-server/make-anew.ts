import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import type { Moved } from '@nimbo/contracts/compute-rpc/move'
import { step } from '@nimbo/durable/step'
import { claimFor } from '../../domain/move-claim.ts'
import type { PlaceServer } from '../../domain/server-actions/operations.ts'
import type { Server } from '../../domain/servers/server.ts'
import { bindWith } from '../../resources/port-allocations.ts'
import { unbindPorts } from '../../resources/unbind-ports.ts'
import { type ActionPart, beginPart } from '../action-parts.ts'
import type { FlowDeps, HoldsParts, InCell, SpeaksToHosts } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { freeVolumes } from '../moves/free-volumes.ts'
import { moveOnHost, moveOnHostIfUp } from '../moves/move-on-host.ts'
import { serverThatMoves } from '../moves/server-that-moves.ts'
import { serverInCell } from '../server-record.ts'

type Deps = FlowDeps & InCell & SpeaksToHosts & Pick<HoldsParts, 'network' | 'volume'>

/** The chosen host creates the server from its image, with its ports and volumes. */
export const makeAnew = (partFor: (server: Server) => ActionPart) =>
  step<PlaceServer & { readonly destination: Destination }, Deps>()({
    name: 'make-anew',
    waitsOut: isOutage,
    run: async (
      ctx,
      { serverId, destination: { host, node, portAllocations }, flavor, image, running },
      deps,
    ): Promise<{ readonly moved: Moved }> => {
      const { server, cell, fromVolume } = await serverThatMoves(deps, serverId)
      await beginPart(deps, cell, ctx, serverId, { ...partFor(server), host })
      const { imageProperties } = server
      const claim = claimFor({ id: serverId, node, flavor, imageProperties, fromVolume })
      await bindWith(deps.network, ctx, { host, portAllocations })
      const move = { part: 'take-over', claim, running, ...(image === undefined ? {} : { image }) } as const
      return { moved: await moveOnHost(deps, ctx, { serverId, host, move }) }
    },
    undo: async (ctx, { serverId, destination: { host } }, deps) => {
      await moveOnHostIfUp(deps, ctx, { serverId, host, move: { part: 'abandon', claimId: serverId } })
      await unbindPorts(deps.network, ctx, serverId)
      const record = await serverInCell(deps, serverId)
      if (record !== undefined) await freeVolumes(deps, ctx, record)
    },
  })
