import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { isUuid } from '@nimbo/kernel/ids'
import type { Databases } from '../../db/cells/databases.ts'
import { serverGroups } from '../../db/server-groups.ts'
import { type MemberLimits, shownLimits } from '../../domain/quotas/member-limits.ts'
import { isOver } from '../../domain/quotas/quota.ts'
import type { RequestSpec } from '../../domain/servers/request-spec.ts'
import { errors } from '../../errors.ts'
import type { ProjectLimits } from '../quotas/project-limits.ts'
import type { BootRequest } from './boot-request.ts'

interface Deps {
  readonly databases: Databases
  readonly clock: Clock
  readonly limits: Pick<ProjectLimits, 'areUnified'>
}

/**
 * The server group of the hint `group`, which must have room for `count` more members. Nova's own limit counts the
 * members of one user, Keystone's counts all.
 */
export const checkGroup =
  ({ databases, clock, limits: { areUnified } }: Deps) =>
  async (
    ctx: Context,
    { hints }: BootRequest,
    { limits, count }: { readonly limits: MemberLimits; readonly count: number },
  ): Promise<RequestSpec['group']> => {
    const [id] = [hints.group].flat()
    if (id === undefined || id === null) return undefined
    if (typeof id !== 'string' || !isUuid(id))
      throw errors.BadRequest({ reason: `Server group scheduler hint must be a UUID.` })
    const stored = serverGroups(databases.api, clock)
    const group = await stored.find(id, ctx.projectId)
    if (!group) throw errors.BadRequest({ reason: `Instance group ${id} could not be found.` })
    const most = shownLimits(limits).server_group_members
    const countMembers = async (): Promise<number> =>
      areUnified ? (await stored.membersOf(id)).length : stored.countMembersOf(id, ctx.userId ?? '')
    if (most >= 0 && isOver(most, (await countMembers()) + count))
      throw errors.QuotaReached({ what: 'servers in group' })
    return {
      id,
      policy: group.policy,
      ...(group.rules.max_server_per_host === undefined
        ? {}
        : { maxServerPerHost: group.rules.max_server_per_host }),
    }
  }
