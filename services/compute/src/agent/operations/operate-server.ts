import type { Operation } from '@nimbo/contracts/compute-rpc/operation'
import type { Context } from '@nimbo/kernel/context'
import { Fault, messageOf } from '@nimbo/kernel/errors'
import type { ServerId } from '@nimbo/kernel/ids'
import { workOnHost } from '../../actions/work-on-host.ts'
import type { Operated } from '../../domain/server-actions/operated.ts'
import { errors } from '../agent-errors.ts'
import { serverHere } from '../builds/prepared-server.ts'
import { reportedAddresses } from '../reported-addresses.ts'
import type { OperationDeps } from './operation-deps.ts'

/**
 * Runs an action of a server on this host once earlier work on the server is done; an action already done counts as
 * success. A server that is being deleted is left alone, because an action must not restore what the deletion removes.
 */
export const operateServer =
  (deps: OperationDeps) =>
  (
    ctx: Context,
    { serverId, operation }: { readonly serverId: ServerId; readonly operation: Operation },
  ): Promise<Operated> =>
    deps.turns.run(serverId, async () => {
      const server = await serverHere(deps, ctx, serverId)
      if (server.taskState === 'deleting') throw errors.ServerGone({ serverId })
      const changes = await deps.tracer.span(
        ctx,
        `operate-${operation.kind}`,
        (at) => explained(operation, workOnHost(operation)(deps)(at, server, operation)),
        { resource: serverId },
      )
      const told = await reportedAddresses(deps, server)
      return { ...changes, ...told, powerState: await deps.hypervisor.power.powerState(serverId) }
    })

/** Turns the hypervisor's own errors into `HypervisorFailed` with its message as reason. */
const explained = async <Result>({ kind }: Operation, work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (cause) {
    const error: unknown = cause instanceof SuppressedError ? cause.suppressed : cause
    if (error instanceof Fault) throw error
    const operation = kind.includes('-') ? kind.replace('-', ' the ') : `${kind} the server`
    throw errors.HypervisorFailed({ operation, reason: messageOf(error) }, { cause })
  }
}
