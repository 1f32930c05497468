import type { hostConductorRpc } from '@nimbo/contracts/compute-rpc/host-conductor'
import type { RpcHandlers } from '@nimbo/rpc/define-rpc'
import { computeNodes } from '../db/hosts/compute-nodes.ts'
import { changeInterfaces } from '../flows/change-interfaces.ts'
import { numaClaims } from '../db/servers/numa-claims.ts'
import { withSeen } from '../domain/networks/seen-interfaces.ts'
import { serverInCell } from '../flows/server-record.ts'
import { showActionProgress } from './action-progress.ts'
import type { ConductorDeps } from './conductor-deps.ts'
import { failBuild, finishBuild } from './finish-build.ts'
import { hostedServerOf } from './hosted-server-of.ts'
import { keepDevices } from './keep-devices.ts'
import { keepVolumeUsage } from './notices/keep-volume-usage.ts'
import { tellUnreachableHypervisor } from './notices/tell-unreachable-hypervisor.ts'
import { receiveHostReport, usageColumns } from './receive-host-report.ts'
import { reconcileHost } from './reconcile-host.ts'
import { beginBuild, keepDisk, reportProgress } from './report-progress.ts'
import { showLiveProgress } from './show-live-progress.ts'
import { watchPower } from './watch-power.ts'

/** RPC handlers for the hosts of one cell, which have no database. */
export const hostConductorHandlers = (
  deps: ConductorDeps,
  cellId: string,
): RpcHandlers<typeof hostConductorRpc.methods> => {
  const here = { ...deps, cellId }
  const hosted = hostedServerOf(deps)
  const begin = beginBuild(here)
  const showProgress = reportProgress(here)
  return {
    getServer: async (_ctx, { serverId, builder }) => {
      const record = await (builder === undefined ? serverInCell(here, serverId) : begin(serverId, builder))
      const server = record && (await hosted(record, builder))
      return server === undefined ? {} : { server }
    },
    reportProgress: async (_ctx, { serverId, host, taskState }) => ({
      goOn: await showProgress(serverId, host, taskState),
    }),
    actionProgressed: async (_ctx, progress) => ({ goOn: await showActionProgress(here)(progress) }),
    diskAttached: async (_ctx, { serverId, host, disk }) => ({
      kept: await keepDisk(here)(serverId, host, disk),
    }),
    buildFinished: finishBuild(deps, cellId),
    buildFailed: failBuild(deps, cellId),
    liveMigrationProgressed: (_ctx, progress) => showLiveProgress(here)(progress),
    reportHost: receiveHostReport(deps, cellId),
    usageChanged: async (_ctx, { host, nodes }) => {
      const nodesOfCell = computeNodes(await deps.databases.cell(cellId), deps.clock)
      for (const node of nodes) await nodesOfCell.use({ host, node: node.node }, usageColumns(node))
    },
    powerStateChanged: (_ctx, { serverId, host, powerState }) => watchPower(here)(serverId, host, powerState),
    interfacesChanged: async (_ctx, { serverId, host, interfaces: seen, known }) =>
      changeInterfaces(await deps.databases.cell(cellId), deps.clock, { serverId, host }, (recorded) =>
        withSeen(recorded, { seen, known: known ?? recorded.map(({ portId }) => portId) }),
      ),
    devicesChanged: async (_ctx, told) => {
      await keepDevices(deps, cellId)(told)
      return {}
    },
    hypervisorUnreachable: tellUnreachableHypervisor(here),
    volumesUsed: keepVolumeUsage(here),
    numaClaimed: async (_ctx, claim) => {
      await numaClaims(await deps.databases.cell(cellId)).put(claim)
      return {}
    },
    numaReleased: async (_ctx, { host, holderId }) => {
      await numaClaims(await deps.databases.cell(cellId)).remove(host, holderId)
      return {}
    },
    reconcileHost: (_ctx, { host, machineTypes }) => reconcileHost(deps, cellId)(host, machineTypes),
  }
}
