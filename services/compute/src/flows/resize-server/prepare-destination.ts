import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import { openStatuses } from '@nimbo/contracts/compute/migration-kind'
import { step } from '@nimbo/durable/step'
import { migrations } from '../../db/server-migrations/migrations.ts'
import { claimFor } from '../../domain/move-claim.ts'
import type { ResizeServer } from '../../domain/server-actions/operations.ts'
import { beginPart, endPart } from '../action-parts.ts'
import type { FlowDeps, InCell, SpeaksToHosts } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { moveOnHost, moveOnHostIfUp } from '../moves/move-on-host.ts'
import { prepPart } from '../moves/move-parts.ts'
import { serverThatMoves } from '../moves/server-that-moves.ts'

type Needs = ResizeServer & { readonly destination: Destination }

/** On a resize to the same host, the server has a claim already, so the second one gets another id. */
const roomOf = ({ serverId, migrationId, source, destination }: Needs): string =>
  destination.host === source.host ? migrationId : serverId

/** The destination claims resources. */
export const prepareDestination = step<Needs, FlowDeps & InCell & SpeaksToHosts>()({
  name: 'prepare-destination',
  waitsOut: isOutage,
  run: async (ctx, state, deps) => {
    const { serverId, migrationId, destination, flavor } = state
    const { host, node } = destination
    const { server, cell, fromVolume } = await serverThatMoves(deps, serverId)
    const part = prepPart(flavor)
    await migrations(cell, deps.clock).change(migrationId, {
      from: openStatuses,
      to: { dest_compute: host, dest_node: node },
    })
    await beginPart(deps, cell, ctx, serverId, { ...part, host })
    const claim = claimFor({
      id: roomOf(state),
      node,
      flavor,
      imageProperties: server.imageProperties,
      fromVolume,
    })
    await moveOnHost(deps, ctx, { serverId, host, move: { part: 'claim-room', claim } })
    await deps.notices.together(cell, (trx) => endPart(deps, trx, ctx, serverId, part))
  },
  undo: async (ctx, state, deps) => {
    const { serverId, destination } = state
    const move = { part: 'release-room', claimId: roomOf(state) } as const
    await moveOnHostIfUp(deps, ctx, { serverId, host: destination.host, move })
  },
})
