import { instanceActions } from '../db/instance-actions.ts'
import { instances } from '../db/instances.ts'
import type { ComputeApiDeps } from './app.ts'
import type { LocatedServer } from './find-server.ts'

type Deps = Pick<ComputeApiDeps, 'databases' | 'clock'>

/** What was asked of a server; undefined while no cell has it, since nothing was then. */
export const actionsOf =
  ({ databases, clock }: Deps) =>
  async ({ cellId }: LocatedServer) =>
    cellId === null ? undefined : instanceActions(await databases.cell(cellId), clock)

/** Says what state a server is in, against what the cloud believes, and ends its task. */
export const resetState =
  ({ databases, clock }: Deps) =>
  async ({ server, cellId }: LocatedServer, vmState: 'active' | 'error'): Promise<void> => {
    if (cellId === null) return
    await instances(await databases.cell(cellId), clock).update(server.id, { vmState, taskState: null })
  }
