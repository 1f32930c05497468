import * as operations from '@nimbo/contracts/identity/users'
import { refuseNewId } from '../../api/refuse-new-id.ts'
import { handle } from '../../api/handle.ts'
import { pageLinks } from '../../api/links.ts'
import { filtersIn, pageIn } from '../../api/list-request.ts'
import { refuseNewDomain } from '../domain/refuse-new-domain.ts'
import { ownDomain } from '../domain/own-domain.ts'
import { projectViews } from '../project/view.ts'
import { partOf, textIn } from '../../api/unread-body.ts'
import { extraOf } from '../../api/record-body.ts'
import { userFilters } from './filters.ts'
import { userView } from './view.ts'

const known = [
  ...['name', 'domain_id', 'password', 'enabled', 'default_project_id', 'options'],
  ...['password_expires_at', 'original_password'],
]

const list = handle(
  operations.listUsers,
  async (call) => {
    const { ctx, app, query, base } = call
    const { domain_id = ctx.domainId } = query
    const page = pageIn(query, Math.min(app.mostListed, await app.domainConfig.listLimit(domain_id)))
    const users = await app.users.list(filtersIn({ ...query, domain_id }, userFilters), page)
    return { users: users.map(userView(base)), ...pageLinks(call, users, page) }
  },
  { given: ({ ctx, query }) => ({ target: { domain_id: query.domain_id ?? ctx.domainId } }) },
)

const create = handle(
  operations.createUser,
  async ({ ctx, app, body: { user }, base }) => {
    const { name, password, enabled, default_project_id, options } = user
    const domain_id = user.domain_id ?? ownDomain(ctx)
    const extra = extraOf(user, known)
    const given = { name, domain_id, password, enabled, default_project_id, options, extra }
    return { user: userView(base)(await app.users.create(ctx, given)) }
  },
  {
    unread: (body, { ctx }) => ({
      target: { user: { domain_id: textIn(partOf(body, 'user'), 'domain_id') ?? ownDomain(ctx) } },
    }),
  },
)

const show = handle(operations.showUser, async ({ found, base }) => ({ user: userView(base)(found.user) }))

const update = handle(operations.updateUser, async ({ ctx, app, found, body: { user }, base }) => {
  refuseNewId(user, found.user.id)
  refuseNewDomain(user.domain_id, found.user.domain_id)
  const { name, password, enabled, default_project_id, options } = user
  const extra = extraOf(user, known)
  const changes = { name, password, enabled, default_project_id, options, extra }
  const updated = await app.users.update(ctx, found.user.id, changes)
  // As in Keystone, clients' own attributes are returned twice: at the top level and in `extra`.
  return { user: { ...userView(base)(updated), extra: updated.extra } }
})

const remove = handle(operations.deleteUser, async ({ ctx, app, found }) => {
  await app.users.remove(ctx, found.user.id)
})

const changePassword = handle(
  operations.changePassword,
  async ({ ctx, app, params: { user_id }, body: { user } }) => {
    await app.changePassword(ctx, user_id, user.original_password, user.password)
  },
)

const listProjects = handle(operations.listUserProjects, async (call) => {
  const { app, found, query, base } = call
  const page = pageIn(query, app.mostListed)
  const filters = filtersIn(query, { name: 'text', domain_id: 'text', enabled: 'flag' })
  const projects = await app.users.targetsOf(found.user.id, 'project', filters, page)
  return { projects: await projectViews(app, base, projects), ...pageLinks(call, projects, page) }
})

export const userRoutes = [list, create, show, update, remove, changePassword, listProjects]
