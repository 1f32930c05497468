import { flow } from '@nimbo/durable/flow'
import { operateServerFlow } from '../../domain/flow-kinds.ts'
import type { OperateServer } from '../../domain/server-actions/operations.ts'
import { perform } from './perform.ts'
import { recordFailed } from './record-failed.ts'
import { recordOperated } from './record-operated.ts'

/** Start, stop, reboot, pause, unpause, and plugging volumes and interfaces: has the host do it, then writes it down. */
export const operateServer = flow<OperateServer>(operateServerFlow.name, {
  deadlineMs: operateServerFlow.deadlineMs,
})
  .step(perform)
  .onDone(recordOperated)
  .onFailed(recordFailed)
