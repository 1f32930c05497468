import * as operations from '@nimbo/contracts/identity/domains'
import { domainView } from './view.ts'
import { errors } from '../../errors.ts'
import { handle } from '../../api/handle.ts'
import { pageLinks } from '../../api/links.ts'
import { filtersIn, pageIn } from '../../api/list-request.ts'
import { extraOf, textOf } from '../../api/record-body.ts'

const known = [
  'explicit_domain_id',
  'name',
  'description',
  'enabled',
  'options',
  'tags',
  'is_domain',
  'parent_id',
  'domain_id',
]
const filters = { id: 'text', name: 'name', enabled: 'flag' } as const

const list = handle(
  operations.listDomains,
  async (call) => {
    const { ctx, app, query, base } = call
    const page = pageIn(query, app.mostListed)
    const scoped = ctx.domainId === undefined ? query : { ...query, id: ctx.domainId }
    const domains = await app.domains.list(filtersIn(scoped, filters), page)
    return { domains: domains.map(domainView(base)), ...pageLinks(call, domains, page) }
  },
  { given: ({ ctx }) => ({ target: { domain: { id: ctx.domainId } } }) },
)

const create = handle(operations.createDomain, async ({ ctx, app, body: { domain }, base }) => {
  const { name, enabled, options, explicit_domain_id } = domain
  if (explicit_domain_id !== undefined && !/^[0-9a-f]{32}$/i.test(explicit_domain_id))
    throw errors.Invalid({ reason: 'Domain ID does not conform to required UUID format.' })
  const description = textOf(domain.description)
  const extra = extraOf(domain, known)
  const made = await app.domains.create(ctx, {
    id: explicit_domain_id,
    name,
    description,
    enabled,
    options,
    extra,
  })
  return { domain: domainView(base)(made) }
})

const show = handle(operations.showDomain, async ({ found, base }) => ({
  domain: domainView(base)(found.domain),
}))

const update = handle(operations.updateDomain, async ({ ctx, app, found, body: { domain }, base }) => {
  const { name, enabled, options } = domain
  const description = textOf(domain.description)
  const extra = extraOf(domain, known)
  const changes = { name, description, enabled, options, extra }
  return { domain: domainView(base)(await app.domains.update(ctx, found.domain.id, changes)) }
})

const remove = handle(operations.deleteDomain, async ({ ctx, app, found }) => {
  await app.domains.remove(ctx, found.domain.id)
})

export const domainRoutes = [list, create, show, update, remove]
