import { flow } from '@nimbo/durable/flow'
import { operateServerFlow } from '../../domain/flow-kinds.ts'
import type { OperateServer } from '../../domain/server-actions/operations.ts'
import { perform } from './perform.ts'
import { recordFailed } from './record-failed.ts'
import { recordOperated } from './record-operated.ts'

/**
 * Actions on a host, such as start, stop, reboot, pause, and plugging devices: the host performs it, then the result is recorded.
 */
export const operateServer = flow<OperateServer>(operateServerFlow.name, {
  deadlineMs: operateServerFlow.deadlineMs,
})
  .step(perform)
  .onDone(recordOperated)
  .onFailed(recordFailed)
