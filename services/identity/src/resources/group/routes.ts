import * as operations from '@nimbo/contracts/identity/groups'
import { groupView } from './view.ts'
import { refuseNewDomain } from '../domain/refuse-new-domain.ts'
import { refuseNewId } from '../../api/refuse-new-id.ts'
import { handle } from '../../api/handle.ts'
import { pageLinks } from '../../api/links.ts'
import { filtersIn, pageIn } from '../../api/list-request.ts'
import { ownDomain } from '../domain/own-domain.ts'
import { partOf, textIn } from '../../api/unread-body.ts'
import { extraOf, textOf } from '../../api/record-body.ts'

const known = ['name', 'description', 'domain_id']

const list = handle(
  operations.listGroups,
  async (call) => {
    const { ctx, app, query, base } = call
    const { domain_id = ctx.domainId } = query
    const page = pageIn(query, Math.min(app.mostListed, await app.domainConfig.listLimit(domain_id)))
    const filters = filtersIn({ ...query, domain_id }, { name: 'text', domain_id: 'text' })
    const groups = await app.groups.list(filters, page)
    return { groups: groups.map(groupView(base)), ...pageLinks(call, groups, page) }
  },
  { given: ({ ctx, query }) => ({ target: { group: { domain_id: query.domain_id ?? ctx.domainId } } }) },
)

const create = handle(
  operations.createGroup,
  async ({ ctx, app, body: { group }, base }) => {
    const { name } = group
    const domain_id = group.domain_id ?? ownDomain(ctx)
    const extra = extraOf(group, known)
    const given = { name, domain_id, description: textOf(group.description), extra }
    return { group: groupView(base)(await app.groups.create(ctx, given)) }
  },
  {
    unread: (body, { ctx }) => ({
      target: { group: { domain_id: textIn(partOf(body, 'group'), 'domain_id') ?? ownDomain(ctx) } },
    }),
  },
)

const show = handle(operations.showGroup, async ({ found, base }) => ({
  group: groupView(base)(found.group),
}))

const update = handle(operations.updateGroup, async ({ ctx, app, found, body: { group }, base }) => {
  refuseNewId(group, found.group.id)
  refuseNewDomain(group.domain_id, found.group.domain_id)
  const { name } = group
  const changes = { name, description: textOf(group.description), extra: extraOf(group, known) }
  return { group: groupView(base)(await app.groups.update(ctx, found.group.id, changes)) }
})

const remove = handle(operations.deleteGroup, async ({ ctx, app, found }) => {
  await app.groups.remove(ctx, found.group.id)
})

export const groupRoutes = [list, create, show, update, remove]
