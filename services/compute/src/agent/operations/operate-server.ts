import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Context } from '@nimbo/kernel/context'
import { Fault, messageOf } from '@nimbo/kernel/errors'
import type { ServerId } from '@nimbo/kernel/ids'
import type { Operated } from '../../domain/operated.ts'
import type { Operation } from '../../domain/operations.ts'
import { errors } from '../agent-errors.ts'
import { serverHere } from '../prepared-server.ts'
import { attachInterface } from './attach-interface.ts'
import { attachVolume } from './attach-volume.ts'
import { detachInterface } from './detach-interface.ts'
import { detachVolume } from './detach-volume.ts'
import type { OperationDeps } from './operation-deps.ts'
import { powerServer } from './power-server.ts'

/**
 * Does what was asked of a server on this host, when its turn has come; done already is a success. A server that is being
 * deleted is left alone: an operation must not bring back what its end takes away.
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
        (at) => explained(operation, carryOut(deps, at, server, operation)),
        { resource: serverId },
      )
      return { ...changes, powerState: await deps.hypervisor.power.powerState(serverId) }
    })

const carryOut = async (
  deps: OperationDeps,
  ctx: Context,
  server: HostedServer,
  operation: Operation,
): Promise<Omit<Operated, 'powerState'>> => {
  switch (operation.kind) {
    case 'attach-volume':
      return { disk: await attachVolume(deps)(ctx, server, operation.attachmentId) }
    case 'detach-volume':
      await detachVolume(deps)(ctx, server, operation.attachmentId)
      return {}
    case 'attach-interface':
      return { interfaces: await attachInterface(deps)(ctx, server, operation) }
    case 'detach-interface':
      return { interfaces: await detachInterface(deps)(ctx, server, operation.portId) }
    default:
      await powerServer(deps)(ctx, server, operation)
      return {}
  }
}

/** A hypervisor's own errors are no kinds that others know: what it said is kept as the reason. */
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
