import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import type { Moved } from '@nimbo/contracts/compute-rpc/move'
import { step } from '@nimbo/durable/step'
import { unlessAborted } from '@nimbo/kernel/deadline'
import { isFault } from '@nimbo/kernel/errors'
import type { JsonObject } from '@nimbo/kernel/json'
import { migrations } from '../../db/server-migrations/migrations.ts'
import type { LiveMigrateServer } from '../../domain/server-actions/operations.ts'
import { activateOn } from '../../resources/move-bindings.ts'
import { beginPart, endPart } from '../action-parts.ts'
import type { BindsPorts, FlowDeps, HoldsParts, InCell, SpeaksToHosts } from '../flow-deps.ts'
import { errors } from '../flow-errors.ts'
import { isOutage } from '../is-outage.ts'
import { moveOnHost } from '../moves/move-on-host.ts'
import { serverThatMoves } from '../moves/server-that-moves.ts'
import { whileHostIsUp } from '../while-host-is-up.ts'
import { livePart, postPart, postNotification } from './live-migration-parts.ts'

type Deps = FlowDeps & InCell & SpeaksToHosts & BindsPorts & Pick<HoldsParts, 'network'>

interface Needs extends LiveMigrateServer {
  readonly destination: Destination
  readonly landing: JsonObject
}

const hasLeft = async (deps: FlowDeps & InCell, migrationId: string): Promise<boolean> => {
  const records = migrations(await deps.databases.cell(deps.cellId), deps.clock)
  return (await records.find(migrationId))?.status === 'post-migrating'
}

/** Transfers the guest, and activates the port bindings of the destination. */
export const moveGuest = step<Needs, Deps>()({
  name: 'move-guest',
  waitsOut: isOutage,
  run: async (
    ctx,
    { serverId, migrationId, source, destination: { host }, landing },
    deps,
    { aborted },
  ): Promise<{ readonly moved: Moved }> => {
    const { clock, notices } = deps
    const { cell } = await serverThatMoves(deps, serverId)
    const records = migrations(cell, clock)
    const running = { from: ['preparing', 'running'], to: { status: 'running' } } as const
    if (!(await records.change(migrationId, running)) && !(await hasLeft(deps, migrationId)))
      throw errors.LiveMigrationAborted({ serverId })
    await beginPart(deps, cell, ctx, serverId, { ...livePart, host: source.host })
    const leave = { part: 'depart', migrationId, landing } as const
    const left = moveOnHost(deps, ctx, { serverId, host: source.host, move: leave })
    if ((await unlessAborted(aborted, left)) === undefined) throw errors.LiveMigrationAborted({ serverId })
    await notices.together(cell, async (trx) => {
      const to = { status: 'post-migrating' } as const
      if (await migrations(trx, clock).change(migrationId, { from: ['running'], to }))
        await notices.begun(trx, ctx, serverId, postNotification)
      await endPart(deps, trx, ctx, serverId, livePart)
    })
    await beginPart(deps, cell, ctx, serverId, { ...postPart, host })
    await activateOn(deps, ctx, { serverId, host })
    const land = { part: 'land', from: source.host } as const
    return { moved: await moveOnHost(deps, ctx, { serverId, host, move: land }) }
  },
  undo: async (ctx, { serverId, migrationId, source }, deps) => {
    const there = { cellId: deps.cellId, host: source.host }
    const takeBack = async () => {
      await (await deps.agent(there)).abortLiveMigration(ctx, { serverId })
      return moveOnHost(deps, ctx, { serverId, host: source.host, move: { part: 'stay' } })
    }
    try {
      await whileHostIsUp(deps, there, takeBack)
    } catch (error) {
      // If the source host is down, a guest that had not left is down with it, and nothing is to undo. A guest that had
      // left exists only on the destination until the source is back, so the undo must be retried.
      if (!isFault(error, 'ComputeHostDown') || (await hasLeft(deps, migrationId))) throw error
      deps.log.warn({ serverId, host: source.host }, 'a host went down while a guest was leaving it')
    }
  },
})
