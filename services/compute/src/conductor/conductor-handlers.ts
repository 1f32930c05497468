import type { conductorRpc } from '@nimbo/contracts/compute-rpc/conductor'
import type { RpcHandlers } from '@nimbo/rpc/define-rpc'
import { bootServerFlow } from '../domain/flow-kinds.ts'
import type { ConductorDeps } from './conductor-deps.ts'

/** RPC handlers for the API: they audit, cancel builds, and wake flows that a worker would otherwise find a little later. */
export const conductorHandlers = ({
  engines,
  audit,
  cacheImages,
}: Pick<ConductorDeps, 'engines' | 'audit' | 'cacheImages'>): RpcHandlers<typeof conductorRpc.methods> => ({
  scheduleAndBuild: async (_ctx, { flowId }) => engines.api.wake(flowId),
  flowRequested: async (_ctx, { cellId, flowId }) => engines.wakeIn(cellId, flowId),
  cancelBuild: async (_ctx, { serverId }) => {
    const boot = { name: bootServerFlow.name, subject: serverId }
    await engines.api.cancel(boot, 'the server was deleted while it was being built')
  },
  cacheImages,
  audit,
})
