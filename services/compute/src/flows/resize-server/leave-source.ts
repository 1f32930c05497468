import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import { step } from '@nimbo/durable/step'
import { instances } from '../../db/servers/instances.ts'
import { migrations } from '../../db/server-migrations/migrations.ts'
import { claimFor } from '../../domain/move-claim.ts'
import type { ResizeServer } from '../../domain/server-actions/operations.ts'
import { bindAsHeld } from '../../resources/port-allocations.ts'
import { beginPart, endPart } from '../action-parts.ts'
import type { FlowDeps, HoldsParts, InCell, SpeaksToHosts } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { freeVolumes } from '../moves/free-volumes.ts'
import { moveOnHost } from '../moves/move-on-host.ts'
import { leavePart } from '../moves/move-parts.ts'
import { recordMoved } from '../moves/record-moved.ts'
import { placedAt, serverThatMoves, showMove } from '../moves/server-that-moves.ts'
import { serverInCell } from '../server-record.ts'

type Deps = FlowDeps & InCell & SpeaksToHosts & HoldsParts

/** Stops the guest on its host, which keeps the disks; from now on the server belongs to the destination. */
export const leaveSource = step<ResizeServer & { readonly destination: Destination }, Deps>()({
  name: 'leave-source',
  waitsOut: isOutage,
  run: async (ctx, { serverId, migrationId, source, destination, flavor }, deps) => {
    const { clock } = deps
    const record = await serverThatMoves(deps, serverId)
    const { cell, fromVolume } = record
    const { imageProperties } = record.server
    await showMove(deps, ctx, record, {
      from: ['resize_prep', 'resize_migrating', 'resize_migrated'],
      to: 'resize_migrating',
    })
    await migrations(cell, clock).change(migrationId, {
      from: ['pre-migrating', 'migrating'],
      to: { status: 'migrating' },
    })
    await beginPart(deps, cell, ctx, serverId, { ...leavePart, host: source.host })
    const { node, flavor: oldFlavor } = source
    const claim = claimFor({ id: migrationId, node, flavor: oldFlavor, imageProperties, fromVolume })
    await moveOnHost(deps, ctx, { serverId, host: source.host, move: { part: 'set-aside', claim } })
    await freeVolumes(deps, ctx, record)
    await showMove(deps, ctx, record, {
      from: ['resize_migrating'],
      to: 'resize_migrated',
      changes: placedAt({ ...destination, flavor }),
    })
    await migrations(cell, clock).change(migrationId, {
      from: ['migrating', 'post-migrating'],
      to: { status: 'post-migrating' },
    })
    await deps.notices.together(cell, (trx) => endPart(deps, trx, ctx, serverId, leavePart))
  },
  undo: async (ctx, { serverId, migrationId, source, running }, deps) => {
    const record = await serverInCell(deps, serverId)
    if (record === undefined) return
    const { cell } = record
    const { imageProperties } = record.server
    const { node, flavor } = source
    await instances(cell, deps.clock).update(serverId, placedAt(source))
    const { fromVolume } = await serverThatMoves(deps, serverId)
    const claim = claimFor({ id: serverId, node, flavor, imageProperties, fromVolume })
    await bindAsHeld(deps, ctx, { serverId, host: source.host, holders: [migrationId] })
    const move = { part: 'bring-back', claim, migrationId, running } as const
    const moved = await moveOnHost(deps, ctx, { serverId, host: source.host, move })
    await deps.notices.together(cell, (trx) => recordMoved(trx, deps.clock, serverId, { moved, changes: {} }))
  },
})
