import { heatEngineRpc } from '@nimbo/contracts/orchestration/heat-engine'
import { type DurableEngine, durableEngine } from '@nimbo/durable/durable-engine'
import { flowTimes } from '@nimbo/durable/flow-options'
import { forgettingEndedFlows } from '@nimbo/durable/forget-ended-flows'
import { type FlowId, newId } from '@nimbo/kernel/ids'
import { reverter } from '@nimbo/kernel/reverter'
import { openNotifications } from '@nimbo/notifications/open-notifications'
import { serveRpc } from '@nimbo/rpc/serve-rpc'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { tracer } from '@nimbo/trace/tracer'
import { stackNotices } from '../app/stacks/stack-notices.ts'
import { type HeatConfig, hostOf } from '../config.ts'
import { migrations } from '../db/migrations.ts'
import type { HeatTables } from '../db/tables.ts'
import { carryStackFlow } from '../flows/carry-stack.ts'
import { reportingEngine } from '../tasks/report-engine.ts'
import { rpcSpans } from '../rpc-spans.ts'
import { engineDeps, trustsOf } from './engine-deps.ts'

export interface HeatEngineOptions {
  readonly config: HeatConfig
  /** The engine's name on its host, if it is guaranteed never to run twice; random by default. */
  readonly instance?: string
}

/** Starts heat-engine, which processes requested actions on stacks. Any number of engines share the work of one database. */
export const startHeatEngine = async (
  host: ServiceHost,
  { config, instance = newId() }: HeatEngineOptions,
): Promise<RunningService> => {
  await using undo = reverter()
  const db = await host.openDatabase<HeatTables>('heat', migrations)
  const name = hostOf(config)
  const notifications = await openNotifications(host, { config, host: name })
  notifications.sendFrom(db)
  const observer = rpcSpans(tracer('heat-engine', host.spans))
  const deps = engineDeps(host, {
    ...{ db, config, trusts: trustsOf(host, config), notices: stackNotices(notifications.notifier) },
    wake: (flowId) => engine.wake(flowId),
  })
  const engine: DurableEngine = durableEngine({
    db,
    clock: host.clock,
    log: host.log,
    concurrency: 256,
    ...flowTimes(config),
    owner: `heat-engine@${name}:${instance}`,
    flows: [carryStackFlow.with(deps)],
  })
  undo.add(() => engine.stop())
  const serving = await serveRpc(
    host.bus,
    heatEngineRpc,
    { server: name, log: host.log, observer },
    { beginFlow: async (_, { flowId }) => engine.wake(flowId as FlowId) },
  )
  undo.keep()
  const shared = { db, clock: host.clock, log: host.log }
  const periodic = [
    forgettingEndedFlows({ ...shared, config }),
    reportingEngine({ ...shared, id: newId(), host: name }),
  ]
  return {
    begin: async () => {
      notifications.start()
      for (const task of periodic) task.start()
      await engine.start()
    },
    settled: async () => {
      await engine.idle()
      for (const task of periodic) await task.idle()
      await notifications.idle()
    },
    census: () => engine.census(),
    stop: async () => {
      for (const task of periodic) await task.stop()
      await engine.stop()
      await serving.close()
      await notifications.stop()
    },
  }
}
