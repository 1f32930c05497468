import type { HostDiagnostics } from '@nimbo/contracts/compute-rpc/diagnostics'
import type { Context } from '@nimbo/kernel/context'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { powerStateName } from '../../domain/servers/power-state-name.ts'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'
import type { LocatedServer } from '../servers/find-server.ts'

const guarded = { name: 'get_diagnostics', from: { onHost: true, lockIgnored: true } } as const

/** The statistics of a server's guest. Throws `WrongState` unless it is running. */
export const diagnoseServer =
  ({ enforcer, computeHost }: Pick<ComputeApiDeps, 'enforcer' | 'computeHost'>) =>
  async (ctx: Context, { server, cellId }: LocatedServer): Promise<HostDiagnostics> => {
    const { id, host } = server
    requireAllowed(guarded, server, enforcer.isAdmin(ctx))
    if (host === null || cellId === null) throw errors.ServerNotReady({ id })
    const told = await computeHost.diagnostics(ctx, { cellId, host }, { serverId: id })
    if (told.diagnostics) return told.diagnostics
    const state = powerStateName(told.powerState)
    throw errors.WrongState({ action: guarded.name, id, attribute: 'power state', state })
  }
