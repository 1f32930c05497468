import type { HostedInterface } from '@nimbo/contracts/compute-rpc/server-interface'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { Operation } from '../../domain/operations.ts'
import type { PowerState } from '../../driver/hypervisor.ts'
import { errors } from '../agent-errors.ts'
import { serverHere } from '../prepared-server.ts'
import { attachInterface } from './attach-interface.ts'
import { attachVolume } from './attach-volume.ts'
import { detachInterface } from './detach-interface.ts'
import { detachVolume } from './detach-volume.ts'
import type { OperationDeps } from './operation-deps.ts'
import { powerServer } from './power-server.ts'

/** What the conductor is to write down about a finished operation. */
export interface Operated {
  readonly powerState: PowerState
  readonly interfaces?: readonly HostedInterface[]
  readonly disk?: { readonly device: string; readonly connectionInfo: Readonly<Record<string, unknown>> }
}

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
      const change = async (): Promise<Omit<Operated, 'powerState'>> => {
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
      const changes = await deps.tracer.span(ctx, `operate-${operation.kind}`, change, { resource: serverId })
      return { ...changes, powerState: await deps.hypervisor.power.powerState(serverId) }
    })
