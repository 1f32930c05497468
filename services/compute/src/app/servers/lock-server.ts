import { lock } from '@nimbo/contracts/compute/actions/lock'
import { unlock } from '@nimbo/contracts/compute/actions/unlock'
import type { Context } from '@nimbo/kernel/context'
import { holderOf } from '../../domain/servers/server-lock.ts'
import type { ActionDeps } from '../actions/action-deps.ts'
import { changeServer } from './change-server.ts'
import type { LocatedServer } from './find-server.ts'

type Deps = Pick<ActionDeps, 'databases' | 'clock' | 'notices'>

/** Locks a server. A second lock by the owner does not replace an administrator's lock. */
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

/** Unlocks a server, provided the lock is still the one that was found. */
export const unlockServer = (deps: Deps) => {
  const change = changeServer(deps)
  return async (ctx: Context, located: LocatedServer): Promise<void> => {
    const from = { lockedBy: located.server.lockedBy }
    const open = { locked: false, lockedBy: null, lockedReason: null }
    await change(ctx, located, open, { action: unlock, from })
  }
}
