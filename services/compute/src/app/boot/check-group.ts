import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { isUuid } from '@nimbo/kernel/ids'
import type { Databases } from '../../db/cells/databases.ts'
import { serverGroups } from '../../db/server-groups.ts'
import { isOver, type Limits } from '../../domain/quotas/quota.ts'
import type { RequestSpec } from '../../domain/servers/request-spec.ts'
import { errors } from '../../errors.ts'
import type { BootRequest } from './boot-request.ts'

/** The server group of the hint `group`, which must have room for `count` more members. */
export const checkGroup =
  ({ databases, clock }: { readonly databases: Databases; readonly clock: Clock }) =>
  async (
    ctx: Context,
    { hints }: BootRequest,
    { limits, count }: { readonly limits: Limits; readonly count: number },
  ): Promise<RequestSpec['group']> => {
    const [id] = [hints.group].flat()
    if (id === undefined || id === null) return undefined
    if (typeof id !== 'string' || !isUuid(id))
      throw errors.BadRequest({ reason: `Server group scheduler hint must be a UUID.` })
    const stored = serverGroups(databases.api, clock)
    const group = await stored.find(id, ctx.projectId)
    if (!group) throw errors.BadRequest({ reason: `Instance group ${id} could not be found.` })
    const members = await stored.membersOf(id)
    if (isOver(limits.server_group_members, members.length + count))
      throw errors.QuotaReached({ what: 'servers in group' })
    return {
      id,
      policy: group.policy,
      ...(group.rules.max_server_per_host === undefined
        ? {}
        : { maxServerPerHost: group.rules.max_server_per_host }),
    }
  }
