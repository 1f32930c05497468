import * as operations from '@nimbo/contracts/identity/roles'
import { errors } from '../../errors.ts'
import { refuseNewId } from '../../api/refuse-new-id.ts'
import { handle } from '../../api/handle.ts'
import { pageLinks } from '../../api/links.ts'
import { filtersIn, pageIn } from '../../api/list-request.ts'
import { extraOf } from '../../api/record-body.ts'
import { roleView } from './view.ts'

const known = ['name', 'description', 'options', 'domain_id']
const ofNoDomain = { column: 'domain_id', comparison: 'equals', ignoreCase: false, value: null } as const

const list = handle(operations.listRoles, async (call) => {
  const { app, query, base, enforce } = call
  if (query.domain_id) enforce('identity:list_domain_roles')
  const page = pageIn(query, app.mostListed)
  const filters = filtersIn(query, { name: 'text', domain_id: 'text' })
  const roles = await app.roles.list(query.domain_id ? filters : [...filters, ofNoDomain], page)
  return { roles: roles.map(roleView(base)), ...pageLinks(call, roles, page) }
})

const create = handle(operations.createRole, async ({ ctx, app, body: { role }, base, enforce }) => {
  const { name, domain_id, description, options } = role
  if (domain_id) enforce('identity:create_domain_role')
  const given = { name, domain_id, description, options, extra: extraOf(role, known) }
  return { role: roleView(base)(await app.roles.create(ctx, given)) }
})

const show = handle(operations.showRole, async ({ found: { role }, base, enforce }) => {
  if (role.domain_id !== null) enforce('identity:get_domain_role')
  return { role: roleView(base)(role) }
})

const update = handle(operations.updateRole, async ({ ctx, app, found, body: { role }, base, enforce }) => {
  refuseNewId(role, found.role.id)
  if (found.role.domain_id !== null) enforce('identity:update_domain_role')
  const { name, description, options, domain_id } = role
  if (domain_id != null && domain_id !== found.role.domain_id)
    throw errors.Invalid({ reason: 'Update of `domain_id` is not allowed.' })
  const changes = { name, description, options, extra: extraOf(role, known) }
  return { role: roleView(base)(await app.roles.update(ctx, found.role.id, changes)) }
})

const remove = handle(operations.deleteRole, async ({ ctx, app, found: { role }, enforce }) => {
  if (role.domain_id !== null) enforce('identity:delete_domain_role')
  await app.roles.remove(ctx, role.id)
})

export const roleRoutes = [list, create, show, update, remove]
