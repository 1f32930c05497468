import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import { step } from '@nimbo/durable/step'
import type { JsonObject } from '@nimbo/kernel/json'
import { migrations } from '../../db/server-migrations/migrations.ts'
import { claimFor } from '../../domain/move-claim.ts'
import type { LiveMigrateServer } from '../../domain/server-actions/operations.ts'
import { keepExports } from '../../resources/keep-exports.ts'
import { bindBeside, keepBinding } from '../../resources/move-bindings.ts'
import { beginPart, endPart } from '../action-parts.ts'
import type { BindsPorts, FlowDeps, HoldsParts, InCell, SpeaksToHosts } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { moveOnHost, moveOnHostIfUp } from '../moves/move-on-host.ts'
import { serverThatMoves } from '../moves/server-that-moves.ts'
import { serverInCell } from '../server-record.ts'
import { prePart } from './live-migration-parts.ts'

type Deps = FlowDeps & InCell & SpeaksToHosts & BindsPorts & Pick<HoldsParts, 'network' | 'volume'>

/** Prepares the destination: binds the ports and connects the volumes to it as well as to the source. */
export const prepareLanding = step<LiveMigrateServer & { readonly destination: Destination }, Deps>()({
  name: 'prepare-landing',
  waitsOut: isOutage,
  run: async (ctx, { serverId, destination }, deps): Promise<{ readonly landing: JsonObject }> => {
    const { host, portAllocations } = destination
    const { cell } = await serverThatMoves(deps, serverId)
    await beginPart(deps, cell, ctx, serverId, { ...prePart, host })
    await bindBeside(deps, ctx, { serverId, host, portAllocations })
    const { landing = {} } = await moveOnHost(deps, ctx, { serverId, host, move: { part: 'receive' } })
    await deps.notices.together(cell, (trx) => endPart(deps, trx, ctx, serverId, prePart))
    return { landing }
  },
  undo: async (ctx, { serverId, migrationId, source, flavor, destination: { host } }, deps) => {
    await moveOnHostIfUp(deps, ctx, { serverId, host, move: { part: 'abandon', claimId: serverId } })
    await keepBinding(deps, ctx, { serverId, host: source.host })
    const record = await serverInCell(deps, serverId)
    if (record === undefined) return
    await keepExports(deps.volume, ctx, record)
    // The destination has nothing of the guest any more, so a guest that had left may run on the source again. A guest
    // that was paused stays off.
    const { status } = (await migrations(record.cell, deps.clock).find(migrationId)) ?? {}
    if (status !== 'post-migrating' || record.server.vmState !== 'active') return
    const { fromVolume } = await serverThatMoves(deps, serverId)
    const { imageProperties } = record.server
    const claim = claimFor({ id: serverId, node: source.node, flavor, imageProperties, fromVolume })
    const move = { part: 'bring-back', claim, migrationId, running: true } as const
    await moveOnHostIfUp(deps, ctx, { serverId, host: source.host, move })
  },
})
