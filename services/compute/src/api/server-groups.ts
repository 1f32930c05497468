import * as operations from '@nimbo/contracts/compute/server-groups'
import { newId } from '@nimbo/kernel/ids'
import { isOver } from '../domain/quotas/quota.ts'
import type { ServerGroup } from '../domain/server-groups/server-group.ts'
import { errors } from '../errors.ts'
import { handle } from './handle.ts'
import { limitOf } from './servers/server-list-query.ts'

const view = (group: ServerGroup, members: readonly string[]): operations.ServerGroupView => ({
  id: group.id,
  name: group.name,
  members: [...members],
  policy: group.policy,
  rules: { ...group.rules },
  policies: [group.policy],
  metadata: {},
  project_id: group.projectId,
  user_id: group.userId,
})

/** Before 2.64 a request contained the policy as a list with one entry. */
const fromList = ({ server_group }: { server_group: { name: string; policies: readonly string[] } }) => {
  const { name, policies } = server_group
  return { server_group: { name, policy: policies[0] } }
}

const create = handle(
  operations.createServerGroup,
  async ({ ctx, app, body }) => {
    const { name, policy, rules } = body.server_group
    const member = { projectId: ctx.projectId ?? '', userId: ctx.userId ?? '' }
    const stored = app.stores.serverGroups
    for (const { limits, projectIds, userId } of await app.deps.limits.levels(member))
      if (isOver(limits.server_groups, (await stored.count(projectIds, userId)) + 1))
        throw errors.QuotaReached({ what: 'server groups' })
    const most = rules?.max_server_per_host
    if (most !== undefined && policy !== 'anti-affinity')
      throw errors.BadRequest({ reason: 'Only anti-affinity policy supports rules.' })
    const group = await app.serverGroups.create(ctx, {
      id: newId(),
      name,
      ...member,
      policy,
      rules: most === undefined ? {} : { max_server_per_host: Number(most) },
      metadata: {},
    })
    return { server_group: view(group, []) }
  },
  { lift: [['2.64', fromList]] },
)

const list = handle(operations.listServerGroups, async ({ ctx, app, query, allows }) => {
  const everyProject =
    query.all_projects !== undefined && allows('os_compute_api:os-server-groups:index:all_projects')
  const most = app.deps.config.api.max_limit
  // A limit of 0 means the configured maximum.
  const limit = limitOf(query.limit, most) || most
  const offset = limitOf(query.offset ?? '0', Number.MAX_SAFE_INTEGER)
  const stored = app.stores.serverGroups
  const groups = await stored.list(everyProject ? undefined : ctx.projectId, { limit, offset })
  return {
    server_groups: await Promise.all(
      groups.map(async (group) => view(group, await stored.membersOf(group.id))),
    ),
  }
})

const show = handle(operations.showServerGroup, async ({ app, found: { server_group: group } }) => ({
  server_group: view(group, await app.stores.serverGroups.membersOf(group.id)),
}))

const remove = handle(operations.deleteServerGroup, async ({ app, ctx, found }) => {
  await app.serverGroups.remove(ctx, found.server_group)
})

export const serverGroupRoutes = [create, list, show, remove]
