import { created, noContent, ok } from '@nimbo/http/reply'
import { Type } from 'typebox'
import { judged } from './judged.ts'
import { listView } from './links.ts'
import { filtersIn, pageIn } from './list-request.ts'
import { roleView } from './role-view.ts'
import { route } from './route.ts'
import { Description, extraOf, Name, NullableId, openObject, ResourceOptions } from './schemas.ts'

const changeable = {
  description: Type.Optional(Description),
  options: Type.Optional(ResourceOptions),
}
const known = [...Object.keys(changeable), 'name', 'domain_id']
const NewRole = Type.Object({
  role: openObject({ ...changeable, name: Name, domain_id: Type.Optional(NullableId) }),
})
const RoleChanges = Type.Object({ role: openObject({ ...changeable, name: Type.Optional(Name) }, 1) })

/** Roles of a domain have rules of their own. */
const ruleFor = (verb: string, domainId: string | null | undefined): string =>
  domainId ? `identity:${verb}_domain_role` : `identity:${verb}_role`

const byKind = { inHandler: 'roles of a domain have rules of their own' }

const listRoles = route({
  method: 'GET',
  path: '/v3/roles',
  name: 'roles.list',
  policy: byKind,
  replies: [200],
  async handle(call) {
    const { app, query, base, enforce } = call
    enforce(query.domain_id ? 'identity:list_domain_roles' : 'identity:list_roles')
    const page = pageIn(query, app.mostListed)
    const filters = filtersIn(query, { name: 'text', domain_id: 'text' })
    const none = { column: 'domain_id', comparison: 'equals', ignoreCase: false, value: null } as const
    const roles = await app.roles.list(query.domain_id ? filters : [...filters, none], page)
    return ok(
      listView(
        call,
        'roles',
        roles.map((role) => roleView(base, role)),
        page,
      ),
    )
  },
})

const createRole = route({
  method: 'POST',
  path: '/v3/roles',
  name: 'roles.create',
  policy: byKind,
  body: NewRole,
  replies: [201],
  async handle({ ctx, app, body: { role }, base, enforce }) {
    const { name, domain_id, description, options } = role
    enforce(ruleFor('create', domain_id))
    const made = await app.roles.create(ctx, {
      name,
      domain_id,
      description,
      options,
      extra: extraOf(role, known),
    })
    return created({ role: roleView(base, made) })
  },
})

const showRole = route({
  method: 'GET',
  path: '/v3/roles/{role_id}',
  name: 'roles.show',
  policy: byKind,
  replies: [200],
  async handle({ app, params, base, enforce }) {
    const load = app.roles.find(params.role_id)
    const role = await judged(enforce, 'identity:get_role', load, ({ id, name, domain_id }) => ({
      target: { role: { id, name, domain_id } },
    }))
    if (role.domain_id !== null) enforce('identity:get_domain_role')
    return ok({ role: roleView(base, role) })
  },
})

const updateRole = route({
  method: 'PATCH',
  path: '/v3/roles/{role_id}',
  name: 'roles.update',
  policy: byKind,
  body: RoleChanges,
  replies: [200],
  async handle({ ctx, app, params, body: { role }, base, enforce }) {
    enforce('identity:update_role')
    const before = await app.roles.find(params.role_id)
    enforce(ruleFor('update', before.domain_id))
    const { name, description, options } = role
    const changed = await app.roles.update(ctx, before.id, {
      name,
      description,
      options,
      extra: extraOf(role, known),
    })
    return ok({ role: roleView(base, changed) })
  },
})

const deleteRole = route({
  method: 'DELETE',
  path: '/v3/roles/{role_id}',
  name: 'roles.delete',
  policy: byKind,
  replies: [204],
  async handle({ ctx, app, params, enforce }) {
    enforce('identity:delete_role')
    const { id, domain_id } = await app.roles.find(params.role_id)
    enforce(ruleFor('delete', domain_id))
    await app.roles.remove(ctx, id)
    return noContent()
  },
})

export const roleRoutes = [listRoles, createRole, showRole, updateRole, deleteRole]
