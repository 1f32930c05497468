import type { HostAction } from '@nimbo/contracts/compute/actions/host-action'
import { hostActions } from '@nimbo/contracts/compute/actions/server-actions'
import type { TaskState } from '@nimbo/contracts/compute/states'
import type { HostActionKind } from '@nimbo/contracts/compute-rpc/operation'
import { instances } from '../db/servers/instances.ts'
import type { InCell } from '../flows/flow-deps.ts'
import type { ConductorDeps } from './conductor-deps.ts'

interface Progress {
  readonly serverId: string
  readonly host: string
  readonly kind: HostActionKind
  readonly taskState: TaskState
}

/**
 * Shows the progress of an action on a host; when the host starts again, an earlier step is accepted too. False when
 * the server is gone or has another task.
 */
export const showActionProgress =
  ({ databases, clock, cellId }: Pick<ConductorDeps, 'databases' | 'clock'> & InCell) =>
  async ({ serverId, host, kind, taskState }: Progress): Promise<boolean> => {
    const { taskState: first, steps = [] }: HostAction = hostActions[kind]
    if (!steps.includes(taskState)) return false
    const from = { host, taskStates: [first, ...steps] }
    return instances(await databases.cell(cellId), clock).transition(serverId, { from, to: { taskState } })
  }
