import { step } from '@nimbo/durable/step'
import type { Member } from '../../domain/quotas/member-limits.ts'
import type { BootServer } from '../../domain/server-actions/operations.ts'
import type { FlowDeps } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'

interface RechecksQuota {
  /** Throws when a project or its user exceeds the quota, this server included. */
  readonly recheckQuota: (member: Member, serverId: string) => Promise<void>
}

/**
 * Line 19 of the boot flow: checks the quota again including this server, because concurrent requests may all have
 * passed the first check.
 */
export const recheckQuota = step<BootServer, FlowDeps & RechecksQuota>()({
  name: 'recheck-quota',
  waitsOut: isOutage,
  run: (ctx, { serverId }, { tracer, recheckQuota: recheck }) =>
    tracer.span(
      ctx,
      'recheck-quota',
      () => recheck({ projectId: ctx.projectId ?? '', userId: ctx.userId ?? '' }, serverId),
      { resource: serverId },
    ),
  nothingToUndo: 'counting changes nothing',
  cheapToRepeat: 'counting changes nothing; it only has to happen before the host builds the server',
})
