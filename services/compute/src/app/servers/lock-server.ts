import { lock } from '@nimbo/contracts/compute/actions/lock'
import { unlock } from '@nimbo/contracts/compute/actions/unlock'
import type { Context } from '@nimbo/kernel/context'
import { holderOf } from '../../domain/servers/server-lock.ts'
import type { ActionDeps } from '../actions/action-deps.ts'
import { changeServer } from './change-server.ts'
import type { LocatedServer } from './find-server.ts'

type Deps = Pick<ActionDeps, 'databases' | 'clock' | 'notices'>

/** Locks a server against changes. What its owners lock again stays as it is locked: an administrator's lock would become theirs. */
export const lockServer = (deps: Deps) => {
  const change = changeServer(deps)
  return async (ctx: Context, located: LocatedServer, lockedReason: string | null): Promise<void> => {
    const { server } = located
    const lockedBy = holderOf(server, ctx.projectId)
    if (server.locked && lockedBy === 'owner') return
    const from = { lockedBy: server.lockedBy }
    await change(ctx, located, { locked: true, lockedBy, lockedReason }, { action: lock, from })
  }
}

/** Takes a lock off, as long as it is still the one that was found. */
export const unlockServer = (deps: Deps) => {
  const change = changeServer(deps)
  return async (ctx: Context, located: LocatedServer): Promise<void> => {
    const from = { lockedBy: located.server.lockedBy }
    const open = { locked: false, lockedBy: null, lockedReason: null }
    await change(ctx, located, open, { action: unlock, from })
  }
}
