import { exact, Name } from '@nimbo/contracts/compute/words'
import { noContent, ok } from '@nimbo/http/reply'
import { versioned } from '@nimbo/http/versioned'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import { Type } from 'typebox'
import type { ComputeApp } from '../app/compute-app.ts'
import { limitsOf } from '../app/limits-of.ts'
import { isOver } from '../domain/quota.ts'
import type { ServerGroup } from '../domain/server-group.ts'
import { errors } from '../errors.ts'
import { route } from './route.ts'
import { limitOf } from './server-list-query.ts'

const ownersShown = microversion('2.13')
const singlePolicy = microversion('2.64')

const stored = ({ stores }: ComputeApp) => stores.serverGroups

const view = (group: ServerGroup, members: readonly string[], version: Microversion): object => ({
  id: group.id,
  name: group.name,
  members,
  ...(version >= singlePolicy
    ? { policy: group.policy, rules: group.rules }
    : { policies: [group.policy], metadata: {} }),
  ...(version >= ownersShown ? { project_id: group.projectId, user_id: group.userId } : {}),
})

const hard = ['affinity', 'anti-affinity'] as const
const all = [...hard, 'soft-affinity', 'soft-anti-affinity'] as const
const oneOf = (policies: readonly string[]) => Type.Union(policies.map((policy) => Type.Literal(policy)))

const withPolicies = (policies: readonly string[]) =>
  Type.Object(
    {
      server_group: Type.Object(
        { name: Name, policies: Type.Array(oneOf(policies), { minItems: 1, maxItems: 1 }) },
        exact,
      ),
    },
    exact,
  )

const NewestGroup = Type.Object(
  {
    server_group: Type.Object(
      {
        name: Name,
        policy: oneOf(all),
        rules: Type.Optional(
          Type.Object(
            {
              max_server_per_host: Type.Optional(
                Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9][0-9]*$' })]),
              ),
            },
            exact,
          ),
        ),
      },
      exact,
    ),
  },
  exact,
)

const lift = (body: unknown): unknown => {
  const { name, policies } = (body as { server_group: { name: string; policies: string[] } }).server_group
  return { server_group: { name, policy: policies[0] } }
}

const CreateGroup = versioned(NewestGroup)
  .before('2.64', withPolicies(all), lift)
  .before('2.15', withPolicies(hard), (body) => body)

const create = route({
  method: 'POST',
  path: '/os-server-groups',
  name: 'server-groups.create',
  policy: 'os_compute_api:os-server-groups:create',
  body: CreateGroup,
  replies: [200],
  handle: async ({ ctx, app, body, version }) => {
    const { name, policy, rules } = body.server_group
    const projectId = ctx.projectId ?? ''
    const limits = await limitsOf(app.deps)(projectId)
    if (isOver(limits.server_groups, (await stored(app).count(projectId)) + 1))
      throw errors.QuotaReached({ what: 'server groups' })
    const most = rules?.max_server_per_host
    if (most !== undefined && policy !== 'anti-affinity')
      throw errors.BadRequest({ reason: 'Only anti-affinity policy supports rules.' })
    const group = await stored(app).create({
      id: newId(),
      name,
      projectId,
      userId: ctx.userId ?? '',
      policy: policy as ServerGroup['policy'],
      rules: most === undefined ? {} : { max_server_per_host: Number(most) },
      metadata: {},
    })
    return ok({ server_group: view(group, [], version) })
  },
})

const list = route({
  method: 'GET',
  path: '/os-server-groups',
  name: 'server-groups.list',
  policy: 'os_compute_api:os-server-groups:index',
  replies: [200],
  handle: async ({ ctx, app, query, version, allows }) => {
    const everyProject =
      query.all_projects !== undefined && allows('os_compute_api:os-server-groups:index:all_projects')
    const limit = limitOf(query.limit, app.deps.config.api.max_limit)
    const offset = limitOf(query.offset ?? '0', Number.MAX_SAFE_INTEGER)
    const groups = await stored(app).list(everyProject ? undefined : ctx.projectId, { limit, offset })
    const server_groups = await Promise.all(
      groups.map(async (group) => view(group, await stored(app).membersOf(group.id), version)),
    )
    return ok({ server_groups })
  },
})

const findGroup = async (app: ComputeApp, ctx: Context, id: string): Promise<ServerGroup> => {
  const group = await stored(app).find(id, app.deps.enforcer.isAdmin(ctx) ? undefined : ctx.projectId)
  if (!group) throw errors.ServerGroupNotFound({ id })
  return group
}

const show = route({
  method: 'GET',
  path: '/os-server-groups/{server_group_id}',
  name: 'server-groups.show',
  policy: { inHandler: 'the rule is about the group' },
  replies: [200],
  handle: async ({ ctx, app, params, version, enforce }) => {
    const group = await findGroup(app, ctx, params.server_group_id)
    enforce('os_compute_api:os-server-groups:show', { project_id: group.projectId })
    return ok({ server_group: view(group, await stored(app).membersOf(group.id), version) })
  },
})

const remove = route({
  method: 'DELETE',
  path: '/os-server-groups/{server_group_id}',
  name: 'server-groups.delete',
  policy: { inHandler: 'the rule is about the group' },
  replies: [204],
  handle: async ({ ctx, app, params, enforce }) => {
    const group = await findGroup(app, ctx, params.server_group_id)
    enforce('os_compute_api:os-server-groups:delete', { project_id: group.projectId })
    await stored(app).remove(group.id)
    return noContent()
  },
})

export const serverGroupRoutes = [create, list, show, remove]
