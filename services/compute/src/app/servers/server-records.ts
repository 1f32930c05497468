import type { Context } from '@nimbo/kernel/context'
import { instanceActions } from '../../db/servers/instance-actions.ts'
import { instances } from '../../db/servers/instances.ts'
import type { ComputeApiDeps } from '../app.ts'
import type { LocatedServer } from './find-server.ts'

type Deps = Pick<ComputeApiDeps, 'databases' | 'clock'>

/** The actions of a server; undefined while it has no cell, since there are none then. */
export const actionsOf =
  ({ databases, clock }: Deps) =>
  async ({ cellId }: LocatedServer) =>
    cellId === null ? undefined : instanceActions(await databases.cell(cellId), clock)

/** Sets a server's state as an administrator requests, and clears its task state. */
export const resetState =
  ({ databases, clock, notices }: Pick<ComputeApiDeps, 'databases' | 'clock' | 'notices'>) =>
  async (ctx: Context, { server, cellId }: LocatedServer, vmState: 'active' | 'error'): Promise<void> => {
    if (cellId === null) return
    await notices.together(await databases.cell(cellId), (trx) =>
      notices.changing(trx, ctx, server.id, () =>
        instances(trx, clock).update(server.id, { vmState, taskState: null }),
      ),
    )
  }
