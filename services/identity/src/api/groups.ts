import { created, noContent, ok } from '@nimbo/http/reply'
import { Type } from 'typebox'
import type { Group } from '../domain/records.ts'
import { groupView } from './group-view.ts'
import { judged } from './judged.ts'
import { listView } from './links.ts'
import { filtersIn, pageIn } from './list-request.ts'
import { ownDomain } from './own-domain.ts'
import { route } from './route.ts'
import { Description, extraOf, Id, Name, openObject, textOf } from './schemas.ts'
import { userFilters } from './user-filters.ts'
import { userView } from './user-view.ts'

const known = ['name', 'description', 'domain_id']
const description = Type.Optional(Description)
const NewGroup = Type.Object({ group: openObject({ name: Name, description, domain_id: Type.Optional(Id) }) })
const GroupChanges = Type.Object({ group: openObject({ name: Type.Optional(Name), description }, 1) })

const ofDomain = { inHandler: 'rules look at the domain of the group' }
const target = (group: Partial<Group>) => ({
  target: { group: { id: group.id, domain_id: group.domain_id } },
})

const listGroups = route({
  method: 'GET',
  path: '/v3/groups',
  name: 'groups.list',
  policy: { inHandler: 'a token for a domain lists the groups of that domain' },
  replies: [200],
  async handle(call) {
    const { ctx, app, query, base, enforce } = call
    const { domain_id = ctx.domainId } = query
    enforce('identity:list_groups', { target: { group: { domain_id } } })
    const page = pageIn(query, app.mostListed)
    const scoped = { ...query, ...(domain_id === undefined ? {} : { domain_id }) }
    const groups = await app.groups.list(filtersIn(scoped, { name: 'text', domain_id: 'text' }), page)
    return ok(
      listView(
        call,
        'groups',
        groups.map((group) => groupView(base, group)),
        page,
      ),
    )
  },
})

const createGroup = route({
  method: 'POST',
  path: '/v3/groups',
  name: 'groups.create',
  policy: ofDomain,
  body: NewGroup,
  replies: [201],
  async handle({ ctx, app, body: { group }, base, enforce }) {
    const domain_id = group.domain_id ?? ownDomain(ctx)
    enforce('identity:create_group', target({ domain_id }))
    const extra = extraOf(group, known)
    const given = { name: group.name, domain_id, description: textOf(group.description), extra }
    return created({ group: groupView(base, await app.groups.create(ctx, given)) })
  },
})

const showGroup = route({
  method: 'GET',
  path: '/v3/groups/{group_id}',
  name: 'groups.show',
  policy: ofDomain,
  replies: [200],
  async handle({ app, params, base, enforce }) {
    const load = app.groups.find(params.group_id)
    const group = await judged(enforce, 'identity:get_group', load, target)
    return ok({ group: groupView(base, group) })
  },
})

const updateGroup = route({
  method: 'PATCH',
  path: '/v3/groups/{group_id}',
  name: 'groups.update',
  policy: ofDomain,
  body: GroupChanges,
  replies: [200],
  async handle({ ctx, app, params, body: { group }, base, enforce }) {
    await judged(enforce, 'identity:update_group', app.groups.find(params.group_id), target)
    const extra = extraOf(group, known)
    const changes = { name: group.name, description: textOf(group.description), extra }
    return ok({ group: groupView(base, await app.groups.update(ctx, params.group_id, changes)) })
  },
})

const deleteGroup = route({
  method: 'DELETE',
  path: '/v3/groups/{group_id}',
  name: 'groups.delete',
  policy: ofDomain,
  replies: [204],
  async handle({ ctx, app, params, enforce }) {
    await judged(enforce, 'identity:delete_group', app.groups.find(params.group_id), target)
    await app.groups.remove(ctx, params.group_id)
    return noContent()
  },
})

const listGroupUsers = route({
  method: 'GET',
  path: '/v3/groups/{group_id}/users',
  name: 'groups.list-users',
  policy: ofDomain,
  replies: [200],
  async handle(call) {
    const { app, params, query, base, enforce } = call
    await judged(enforce, 'identity:list_users_in_group', app.groups.find(params.group_id), target)
    const page = pageIn(query, app.mostListed)
    const filters = filtersIn(query, userFilters)
    const users = await app.groups.members(params.group_id, filters, page)
    return ok(
      listView(
        call,
        'users',
        users.map((user) => userView(base, user)),
        page,
      ),
    )
  },
})

const memberships = [
  { method: 'PUT', verb: 'add', rule: 'identity:add_user_to_group', use: 'addMember' },
  { method: 'GET', verb: 'check', rule: 'identity:check_user_in_group', use: 'checkMember' },
  { method: 'DELETE', verb: 'remove', rule: 'identity:remove_user_from_group', use: 'removeMember' },
] as const

const membershipRoutes = memberships.map(({ method, verb, rule, use }) =>
  route({
    method,
    path: '/v3/groups/{group_id}/users/{user_id}',
    name: `groups.${verb}-user`,
    policy: { inHandler: 'rules look at the domains of the group and the user' },
    replies: [204],
    async handle({ app, params, enforce }) {
      const load = Promise.all([app.groups.find(params.group_id), app.users.find(params.user_id)])
      const [group, user] = await judged(enforce, rule, load, ([one, { id, domain_id }]) => ({
        target: { ...target(one).target, user: { id, domain_id } },
      }))
      await app.groups[use](group.id, user.id)
      return noContent()
    },
  }),
)

export const groupRoutes = [
  listGroups,
  createGroup,
  showGroup,
  updateGroup,
  deleteGroup,
  listGroupUsers,
  ...membershipRoutes,
]
