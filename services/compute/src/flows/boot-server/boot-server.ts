import { flow } from '@nimbo/durable/flow'
import { bootServerFlow } from '../../domain/flow-kinds.ts'
import type { BootServer } from '../../domain/server-actions/operations.ts'
import { buildOnHost } from './build-on-host.ts'
import { endFailedBoot } from './end-failed-boot.ts'
import { createInCell } from './create-in-cell.ts'
import { deleteBuildRequest } from './delete-build-request.ts'
import { recheckQuota } from './recheck-quota.ts'
import { selectDestinations } from './select-destinations.ts'

/**
 * Lines 13 to 30 of the boot flow: from an accepted request to an active server, or to one in ERROR with everything
 * cleaned up.
 */
export const bootServer = flow<BootServer>(bootServerFlow.name, { deadlineMs: bootServerFlow.deadlineMs })
  .step(selectDestinations)
  .step(createInCell)
  .step(recheckQuota)
  .step(deleteBuildRequest)
  .step(buildOnHost)
  .onFailed(endFailedBoot)
