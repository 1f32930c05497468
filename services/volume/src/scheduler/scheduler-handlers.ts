import type { volumeSchedulerRpc } from '@nimbo/contracts/volume/volume-scheduler'
import type { DurableEngine } from '@nimbo/durable/durable-engine'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { FlowId } from '@nimbo/kernel/ids'
import type { LogThreshold } from '@nimbo/kernel/log-threshold'
import type { RpcHandlers } from '@nimbo/rpc/define-rpc'
import { logLevelHandlers } from '../log-level-handlers.ts'
import type { Db } from '../db/db.ts'
import { reportService } from '../db/services.ts'
import type { CinderConfig } from '../config.ts'
import type { Notices } from '../db/notices.ts'
import { reportBackend } from './report-backend.ts'

export interface SchedulerDeps {
  readonly db: Db
  readonly clock: Clock
  readonly config: CinderConfig
  readonly notices: Notices
  readonly logThreshold: LogThreshold
  readonly engine: Pick<DurableEngine, 'wake'>
}

/** RPC methods of the scheduler. */
export const schedulerHandlers = (
  deps: SchedulerDeps,
): RpcHandlers<(typeof volumeSchedulerRpc)['methods']> => ({
  ...logLevelHandlers(deps.logThreshold),
  beginFlow: async (_, { flowId }) => deps.engine.wake(flowId as FlowId),
  reportService: async (_, report) => {
    await reportService(deps.db, report, timestamp(deps.clock))
    return {}
  },
  reportHost: async (_, { host, zone, ...backend }) => {
    await reportBackend(deps, { host, zone, backend })
    return {}
  },
})
