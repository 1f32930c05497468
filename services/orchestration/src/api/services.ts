import * as operations from '@nimbo/contracts/orchestration/services'
import { listEngines } from '../app/engines.ts'
import { handle } from './handle.ts'
import { projectOf } from './project.ts'
import { instant } from './stacks/stack-view.ts'

const buildInfo = handle(operations.showBuildInfo, async (call) => {
  projectOf(call)
  return { api: { revision: 'unknown' }, engine: { revision: 'unknown' } }
})

const list = handle(operations.listEngines, async (call) => {
  projectOf(call)
  const engines = await listEngines(call.app)
  return {
    services: engines.map(({ engine, isUp, reportSeconds }) => ({
      ...{
        id: engine.id,
        hostname: engine.hostname,
        host: engine.host,
        binary: 'heat-engine',
        engine_id: engine.id,
      },
      ...{ topic: 'engine', status: isUp ? 'up' : 'down', report_interval: reportSeconds },
      ...{ created_at: instant(engine.started_at), updated_at: instant(engine.seen_at), deleted_at: null },
    })),
  }
})

export const serviceRoutes = [buildInfo, list]
