import type { Context } from '@nimbo/kernel/context'
import { instanceActions } from '../../db/servers/instance-actions.ts'
import { type Migration, type MigrationStatus, migrations } from '../../db/server-migrations/migrations.ts'
import { type Guarded, requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { errors } from '../../errors.ts'
import { type ActionPart, beginPart, endPart, failPart } from '../../flows/action-parts.ts'
import type { HostInCell } from '../../flows/flow-deps.ts'
import { abortPart, forcePart } from '../../flows/live-migrate-server/live-migration-parts.ts'
import type { ActionDeps } from '../actions/action-deps.ts'
import type { ComputeApiDeps } from '../app.ts'
import type { LocatedServer } from '../servers/find-server.ts'

type Deps = ActionDeps & Pick<ComputeApiDeps, 'computeHost'>

/** An operation on a running live migration. */
interface Intervention {
  readonly guarded: Guarded
  /** Its name in `os-instance-actions`. */
  readonly recordedAs: string
  /** Nova's text for it in error messages. */
  readonly words: string
  readonly part: ActionPart
}

const forcing: Intervention = {
  guarded: {
    name: 'force_complete',
    from: { vmStates: ['active'], taskStates: ['migrating'], launched: true },
  },
  ...{ recordedAs: 'live_migration_force_complete', words: 'force complete', part: forcePart },
}
const aborting: Intervention = {
  guarded: { name: 'abort live migration', from: { taskStates: ['migrating'], launched: true } },
  ...{ recordedAs: 'live_migration_cancel', words: 'abort live migration', part: abortPart },
}

interface Intervened {
  readonly id: string
  readonly allowed: readonly MigrationStatus[]
  /** Creates the error for an unknown migration. */
  readonly unknown: (reason: string) => Error
}

const intervene = (deps: Deps, { guarded, recordedAs, words, part }: Intervention) => {
  const { databases, clock, enforcer, notices } = deps
  return async (
    ctx: Context,
    { server, cellId }: LocatedServer,
    { id, allowed, unknown }: Intervened,
    work: (migration: Migration, at: HostInCell) => Promise<void>,
  ): Promise<void> => {
    const serverId = server.id
    requireAllowed(guarded, server, enforcer.isAdmin(ctx))
    if (cellId === null || server.host === null) throw errors.ServerNotReady({ id: serverId })
    const at = { cellId, host: server.host }
    const cell = await databases.cell(cellId)
    const number = /^[0-9]{1,9}$/.test(id) ? Number(id) : undefined
    const known =
      number === undefined ? undefined : await migrations(cell, clock).findByNumber(serverId, number)
    if (known === undefined || known.migration_type !== 'live-migration')
      throw unknown(`Migration ${id} not found for instance ${serverId}`)
    if (!allowed.includes(known.status))
      throw errors.BadRequest({
        reason: `Migration ${id} state of instance ${serverId} is ${known.status}. Cannot ${words} while the migration is in this state.`,
      })
    await instanceActions(cell, clock).begin(ctx, serverId, recordedAs)
    await beginPart(deps, cell, ctx, serverId, { ...part, host: at.host })
    try {
      await work(known, at)
    } catch (error) {
      await notices.together(cell, (trx) => failPart(deps, trx, ctx, serverId, part))
      throw error
    }
    await notices.together(cell, (trx) => endPart(deps, trx, ctx, serverId, part))
  }
}

/** Forces a live migration to complete, which may pause the guest. */
export const forceCompleteMigration = (deps: Deps) => {
  const force = intervene(deps, forcing)
  return (ctx: Context, located: LocatedServer, id: string): Promise<void> => {
    const unknown = (reason: string) => errors.BadRequest({ reason })
    return force(ctx, located, { id, allowed: ['running'], unknown }, (_migration, at) =>
      deps.computeHost.forceLiveMigration(ctx, at, { serverId: located.server.id }),
    )
  }
}

/** In these states the guest is not migrating yet, so the host has nothing to abort. */
const notYetRunning: readonly MigrationStatus[] = ['queued', 'preparing']

/** Aborts a live migration; with `early` also a queued one. The server stays on its host. */
export const abortLiveMigration = (deps: Deps) => {
  const { databases, clock, computeHost } = deps
  const abort = intervene(deps, aborting)
  return (
    ctx: Context,
    located: LocatedServer,
    { id, early }: { readonly id: string; readonly early: boolean },
  ): Promise<void> => {
    const allowed = ['running' as const, ...(early ? notYetRunning : [])]
    const unknown = (reason: string) => errors.NotFound({ reason })
    return abort(ctx, located, { id, allowed, unknown }, async (migration, at) => {
      const cell = await databases.cell(at.cellId)
      // If the migration is still waiting, its flow finds it cancelled; if it started meanwhile, its host aborts it.
      const cancelled = { from: notYetRunning, to: { status: 'cancelled' } } as const
      if (await migrations(cell, clock).change(migration.id, cancelled)) return
      await computeHost.abortLiveMigration(ctx, at, { serverId: located.server.id })
    })
  }
}
