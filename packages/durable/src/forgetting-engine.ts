import type { DurableEngine } from './durable-engine.ts'
import { type ForgettingDeps, forgettingEndedFlows } from './forget-ended-flows.ts'
import type { FlowTables } from './flow-tables.ts'

/** An engine that also deletes old flows while it runs. */
export const forgettingEngine = <Tables extends FlowTables>(
  engine: DurableEngine,
  deps: ForgettingDeps<Tables>,
): DurableEngine => {
  const forgetting = forgettingEndedFlows(deps)
  return {
    start: async () => {
      await engine.start()
      forgetting.start()
    },
    stop: async () => {
      await forgetting.stop()
      await engine.stop()
    },
    idle: async () => {
      await engine.idle()
      await forgetting.idle()
    },
    wake: (id) => engine.wake(id),
    signal: (flow, payload) => engine.signal(flow, payload),
    cancel: (flow, reason) => engine.cancel(flow, reason),
    cancelAll: (flows, reason) => engine.cancelAll(flows, reason),
    active: () => engine.active(),
    census: () => engine.census(),
  }
}
