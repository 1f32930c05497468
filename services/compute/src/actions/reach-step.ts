import type { TaskState } from '@nimbo/contracts/compute/states'
import type { HostActionKind } from '@nimbo/contracts/compute-rpc/operation'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { errors } from '../agent/agent-errors.ts'
import type { OperationDeps } from '../agent/operations/operation-deps.ts'

/** Reports the progress of an action; throws `ServerGone` when the flow no longer waits for it. */
export const reachStep =
  (
    { conductor, host }: Pick<OperationDeps, 'conductor' | 'host'>,
    kind: HostActionKind,
    serverId: ServerId,
  ) =>
  async (ctx: Context, taskState: TaskState): Promise<void> => {
    const { goOn } = await conductor.actionProgressed(ctx, { host, serverId, kind, taskState })
    if (!goOn) throw errors.ServerGone({ serverId })
  }
