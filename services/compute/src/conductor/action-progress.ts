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
 * Records the task state that an action on a host has reached; an earlier step is accepted too, because the host may
 * have begun again. False when the server is gone, has another task or is on another host.
 */
export const showActionProgress =
  ({ databases, clock, cellId }: Pick<ConductorDeps, 'databases' | 'clock'> & InCell) =>
  async ({ serverId, host, kind, taskState }: Progress): Promise<boolean> => {
    const { taskState: first, steps = [] }: HostAction = hostActions[kind]
    if (!steps.includes(taskState)) return false
    const from = { host, taskStates: [first, ...steps] }
    return instances(await databases.cell(cellId), clock).transition(serverId, { from, to: { taskState } })
  }
