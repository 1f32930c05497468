import { created, noContent, ok } from '@nimbo/http/reply'
import { Type } from 'typebox'
import { unlessNotFound } from '../app/found.ts'
import type { User } from '../domain/records.ts'
import { groupView } from './group-view.ts'
import { judged } from './judged.ts'
import { listView } from './links.ts'
import { filtersIn, pageIn } from './list-request.ts'
import { ownDomain } from './own-domain.ts'
import { projectView } from './project-view.ts'
import { route } from './route.ts'
import { extraOf, Id, Name, NullableId, openObject } from './schemas.ts'
import { userFilters } from './user-filters.ts'
import { userView } from './user-view.ts'

const Password = Type.String({ minLength: 1, maxLength: 4096 })
const Flag = Type.Optional(Type.Union([Type.Boolean(), Type.Null()]))
/** Ways of proving who one is: each rule names those that suffice together. */
const AuthRules = Type.Array(
  Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { minItems: 1, maxItems: 16, uniqueItems: true }),
  { maxItems: 64, uniqueItems: true },
)
const UserOptions = Type.Object(
  {
    ignore_change_password_upon_first_use: Flag,
    ignore_password_expiry: Flag,
    ignore_lockout_failure_attempts: Flag,
    ignore_user_inactivity: Flag,
    lock_password: Flag,
    multi_factor_auth_enabled: Flag,
    multi_factor_auth_rules: Type.Optional(Type.Union([AuthRules, Type.Null()])),
  },
  { additionalProperties: false },
)
const changeable = {
  password: Type.Optional(Type.Union([Password, Type.Null()])),
  enabled: Type.Optional(Type.Boolean()),
  default_project_id: Type.Optional(NullableId),
  options: Type.Optional(UserOptions),
}
const known = [...Object.keys(changeable), 'name', 'domain_id', 'password_expires_at', 'original_password']
const NewUser = Type.Object({
  user: openObject({ ...changeable, name: Name, domain_id: Type.Optional(Id) }),
})
const UserChanges = Type.Object({ user: openObject({ ...changeable, name: Type.Optional(Name) }, 1) })
const PasswordChange = Type.Object({
  user: Type.Object({ original_password: Type.String({ maxLength: 4096 }), password: Password }),
})

/** What rules about users look at. */
const userTarget = ({ id, domain_id }: Partial<User>) => ({ target: { user: { id, domain_id } } })

const ofDomain = { inHandler: 'rules look at the domain of the user' }

const listUsers = route({
  method: 'GET',
  path: '/v3/users',
  name: 'users.list',
  policy: { inHandler: 'a token for a domain lists the users of that domain' },
  replies: [200],
  async handle(call) {
    const { ctx, app, query, base, enforce } = call
    const { domain_id = ctx.domainId } = query
    enforce('identity:list_users', { target: { domain_id } })
    const page = pageIn(query, app.mostListed)
    const scoped = { ...query, ...(domain_id === undefined ? {} : { domain_id }) }
    const users = await app.users.list(filtersIn(scoped, userFilters), page)
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

const createUser = route({
  method: 'POST',
  path: '/v3/users',
  name: 'users.create',
  policy: ofDomain,
  body: NewUser,
  replies: [201],
  async handle({ ctx, app, body: { user }, base, enforce }) {
    const { name, password, enabled, default_project_id, options } = user
    const domain_id = user.domain_id ?? ownDomain(ctx)
    enforce('identity:create_user', userTarget({ domain_id }))
    const extra = extraOf(user, known)
    const given = { name, domain_id, password, enabled, default_project_id, options, extra }
    return created({ user: userView(base, await app.users.create(ctx, given)) })
  },
})

const showUser = route({
  method: 'GET',
  path: '/v3/users/{user_id}',
  name: 'users.show',
  policy: { inHandler: 'one may see oneself' },
  replies: [200],
  async handle({ app, params: { user_id }, base, enforce }) {
    const user = await judged(enforce, 'identity:get_user', app.users.find(user_id), userTarget)
    return ok({ user: userView(base, user) })
  },
})

const updateUser = route({
  method: 'PATCH',
  path: '/v3/users/{user_id}',
  name: 'users.update',
  policy: ofDomain,
  body: UserChanges,
  replies: [200],
  async handle({ ctx, app, params: { user_id }, body: { user }, base, enforce }) {
    await judged(enforce, 'identity:update_user', app.users.find(user_id), userTarget)
    const { name, password, enabled, default_project_id, options } = user
    const extra = extraOf(user, known)
    const changes = { name, password, enabled, default_project_id, options, extra }
    return ok({ user: userView(base, await app.users.update(ctx, user_id, changes)) })
  },
})

const deleteUser = route({
  method: 'DELETE',
  path: '/v3/users/{user_id}',
  name: 'users.delete',
  policy: ofDomain,
  replies: [204],
  async handle({ ctx, app, params: { user_id }, enforce }) {
    await judged(enforce, 'identity:delete_user', app.users.find(user_id), userTarget)
    await app.users.remove(ctx, user_id)
    return noContent()
  },
})

const changePassword = route({
  method: 'POST',
  path: '/v3/users/{user_id}/password',
  name: 'users.change-password',
  policy: { open: 'the old password is proof enough, also for one whose token is gone' },
  body: PasswordChange,
  replies: [204],
  async handle({ ctx, app, params: { user_id }, body: { user } }) {
    await app.changePassword(ctx, user_id, user.original_password, user.password)
    return noContent()
  },
})

const listUserGroups = route({
  method: 'GET',
  path: '/v3/users/{user_id}/groups',
  name: 'users.list-groups',
  policy: { inHandler: 'one may see the groups one is in' },
  replies: [200],
  async handle(call) {
    const { app, query, base, enforce, params } = call
    const user = await unlessNotFound(app.users.find(params.user_id))
    enforce('identity:list_groups_for_user', { ...userTarget(user ?? {}), user_id: params.user_id })
    const page = pageIn(query, app.mostListed)
    const groups = await app.users.groupsOf(params.user_id, filtersIn(query, { name: 'text' }), page)
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

const listUserProjects = route({
  method: 'GET',
  path: '/v3/users/{user_id}/projects',
  name: 'users.list-projects',
  policy: { inHandler: 'one may see the projects one has a role on' },
  replies: [200],
  async handle(call) {
    const { app, query, base, enforce, params } = call
    const user = await unlessNotFound(app.users.find(params.user_id))
    enforce('identity:list_user_projects', userTarget(user ?? { id: params.user_id }))
    const page = pageIn(query, app.mostListed)
    const kinds = { name: 'text', domain_id: 'text', enabled: 'flag' } as const
    const projects = await app.users.targetsOf(params.user_id, 'project', filtersIn(query, kinds), page)
    const tags = await app.projects.tags(projects.map(({ id }) => id))
    return ok(
      listView(
        call,
        'projects',
        projects.map((project) => projectView(base, project, tags.get(project.id))),
        page,
      ),
    )
  },
})

export const userRoutes = [
  listUsers,
  createUser,
  showUser,
  updateUser,
  deleteUser,
  changePassword,
  listUserGroups,
  listUserProjects,
]
