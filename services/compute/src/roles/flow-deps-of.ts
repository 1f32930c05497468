import { schedulerRpc } from '@nimbo/contracts/compute-rpc/scheduler'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { tracer } from '@nimbo/trace/tracer'
import type { ProjectLimits } from '../app/quotas/project-limits.ts'
import { recheckQuota } from '../app/quotas/recheck-quota.ts'
import { agentsByCell } from '../conductor/agents-by-cell.ts'
import { hostLiveness } from '../conductor/host-liveness.ts'
import type { NovaConfig } from '../config.ts'
import type { Cells } from '../db/cells/open-cells.ts'
import type { ServerNotices } from '../db/servers/server-notices.ts'
import type { Machine } from './machine.ts'
import type { ServiceClients } from './open-clients.ts'

export interface FlowDeps {
  readonly cells: Cells
  readonly clients: ServiceClients
  readonly config: NovaConfig
  readonly limits: ProjectLimits
  readonly notices: ServerNotices
  /** Cancels the build of a server; false when none is running. */
  readonly cancelBoot: (serverId: string) => Promise<boolean>
}

/** The dependencies of the flows of servers. */
export const flowDepsOf = (
  { bus, clock, log, spans, silentBefore }: Machine,
  { cells, clients, config, limits, notices, cancelBoot }: FlowDeps,
) => {
  const { databases } = cells
  return {
    ...clients,
    databases,
    clock,
    log,
    notices,
    tracer: tracer('nova-conductor', spans),
    scheduler: rpcClient(bus, schedulerRpc).on(),
    agent: agentsByCell(cells),
    hostIsUp: hostLiveness({ databases, clock, silentBefore }, config.DEFAULT.service_down_time),
    longestBuildSeconds: config.DEFAULT.instance_build_timeout,
    recheckQuota: recheckQuota({ databases, config, limits }),
    cancelBoot,
  }
}
