import { step } from '@nimbo/durable/step'
import type { BootServer } from '../../domain/server-actions/operations.ts'
import { type Limits, limitsServers, requireQuota } from '../../domain/quotas/quota.ts'
import { noUsage, type ServerUsage } from '../../domain/quotas/server-usage.ts'
import type { FlowDeps } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'

interface CountsUsage {
  readonly countUsage: (projectId: string) => Promise<ServerUsage>
  readonly limitsOf: (projectId: string) => Promise<Limits>
}

/**
 * Line 19: checks the quota again including this server, because concurrent requests may all have passed the first
 * check.
 */
export const recheckQuota = step<BootServer, FlowDeps & CountsUsage>()({
  name: 'recheck-quota',
  waitsOut: isOutage,
  run: (ctx, { serverId }, { tracer, countUsage, limitsOf }) =>
    tracer.span(
      ctx,
      'recheck-quota',
      async () => {
        const { projectId = '' } = ctx
        const limits = await limitsOf(projectId)
        if (limitsServers(limits)) requireQuota(limits, await countUsage(projectId), noUsage)
      },
      { resource: serverId },
    ),
  nothingToUndo: 'counting changes nothing',
  cheapToRepeat: 'counting changes nothing, and what counts is that it was done before the host is told',
})
