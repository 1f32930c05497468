import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import { openStatuses } from '@nimbo/contracts/compute/migration-kind'
import { step } from '@nimbo/durable/step'
import { computeNodes } from '../../db/hosts/compute-nodes.ts'
import { migrations } from '../../db/server-migrations/migrations.ts'
import { claimFor } from '../../domain/move-claim.ts'
import type { LiveMigrateServer } from '../../domain/server-actions/operations.ts'
import { beginPart, endPart } from '../action-parts.ts'
import type { FlowDeps, InCell, SpeaksToHosts } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { moveOnHost, moveOnHostIfUp } from '../moves/move-on-host.ts'
import { serverThatMoves } from '../moves/server-that-moves.ts'
import { checkDeparturePart, checkLandingPart } from './live-migration-parts.ts'

type Needs = LiveMigrateServer & { readonly destination: Destination }

/** Asks both hosts whether the live migration is possible; the destination claims resources. */
export const checkHosts = step<Needs, FlowDeps & InCell & SpeaksToHosts>()({
  name: 'check-hosts',
  waitsOut: isOutage,
  run: async (ctx, { serverId, migrationId, source, destination, flavor, copiesDisks }, deps) => {
    const { clock, notices } = deps
    const { host, node, nodeId } = destination
    const { server, cell, fromVolume } = await serverThatMoves(deps, serverId)
    const address = (await computeNodes(cell, clock).find(nodeId))?.host_ip ?? null
    await migrations(cell, clock).change(migrationId, {
      from: openStatuses,
      to: { dest_compute: host, dest_node: node, dest_host: address },
    })
    await beginPart(deps, cell, ctx, serverId, { ...checkLandingPart, host })
    const { imageProperties } = server
    const claim = claimFor({ id: serverId, node, flavor, imageProperties, fromVolume })
    const landing = { part: 'check-landing', claim } as const
    const { shared } = await moveOnHost(deps, ctx, { serverId, host, move: landing })
    await notices.together(cell, (trx) => endPart(deps, trx, ctx, serverId, checkLandingPart))
    await beginPart(deps, cell, ctx, serverId, { ...checkDeparturePart, host: source.host })
    const departure = {
      part: 'check-departure',
      ...(shared === undefined ? {} : { shared }),
      ...(copiesDisks === undefined ? {} : { copiesDisks }),
    } as const
    await moveOnHost(deps, ctx, { serverId, host: source.host, move: departure })
    await notices.together(cell, (trx) => endPart(deps, trx, ctx, serverId, checkDeparturePart))
  },
  undo: async (ctx, { serverId, destination: { host } }, deps) => {
    const move = { part: 'release-room', claimId: serverId } as const
    await moveOnHostIfUp(deps, ctx, { serverId, host, move })
  },
})
