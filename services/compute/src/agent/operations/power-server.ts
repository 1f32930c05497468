import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Context } from '@nimbo/kernel/context'
import type { Operation } from '../../domain/operations.ts'
import { powerStates } from '../../driver/hypervisor.ts'
import { preparedServer } from '../prepared-server.ts'
import type { OperationDeps } from './operation-deps.ts'

export type PowerOperation = Extract<Operation, { kind: 'start' | 'stop' | 'reboot' | 'pause' | 'unpause' }>

/** Brings a server into the power state an operation asks for; one that is in it already stays as it is. */
export const powerServer =
  (deps: OperationDeps) =>
  async (ctx: Context, server: HostedServer, operation: PowerOperation): Promise<void> => {
    const { power } = deps.hypervisor
    const timeout = deps.options.shutdown_timeout
    const now = await power.powerState(server.id)
    switch (operation.kind) {
      case 'start':
        if (now === powerStates.running) return
        return power.powerOn((await preparedServer(deps)(ctx, server)).order)
      case 'stop':
        if (now === powerStates.shutdown) return
        return power.powerOff(server.id, timeout)
      case 'reboot': {
        const { order } = await preparedServer(deps)(ctx, server)
        return power.reboot(order, operation.type === 'SOFT' ? 'soft' : 'hard', timeout)
      }
      case 'pause':
        if (now === powerStates.paused) return
        return power.pause(server.id)
      case 'unpause':
        if (now === powerStates.running) return
        return power.unpause(server.id)
    }
  }
