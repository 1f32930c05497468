import { created, noContent, ok } from '@nimbo/http/reply'
import { Type } from 'typebox'
import type { Project } from '../domain/records.ts'
import { listView, withSelf } from './links.ts'
import { filtersIn, pageIn } from './list-request.ts'
import { route } from './route.ts'
import { Description, extraOf, Name, openObject, ResourceOptions, textOf } from './schemas.ts'

const properties = {
  name: Name,
  description: Type.Optional(Description),
  enabled: Type.Optional(Type.Boolean()),
  options: Type.Optional(ResourceOptions),
}
const known = [...Object.keys(properties), 'tags', 'is_domain', 'parent_id', 'domain_id']
const NewDomain = Type.Object({ domain: openObject(properties) })
const DomainChanges = Type.Object({ domain: openObject({ ...properties, name: Type.Optional(Name) }, 1) })

export const domainView = (base: string, { id, name, description, enabled, options, extra }: Project) =>
  withSelf(`${base}/v3/domains/${id}`, { id, name, description, enabled, options, tags: [], ...extra })

const target = (domain: Partial<Project>) => ({ target: { domain: { id: domain.id, name: domain.name } } })

const listDomains = route({
  method: 'GET',
  path: '/v3/domains',
  name: 'domains.list',
  policy: { inHandler: 'a token for a domain shows that domain' },
  replies: [200],
  async handle(call) {
    const { ctx, app, query, base, enforce } = call
    enforce('identity:list_domains', { target: { domain: { id: ctx.domainId } } })
    const page = pageIn(query, app.mostListed)
    const scoped = ctx.domainId === undefined ? query : { ...query, id: ctx.domainId }
    const seen = await app.domains.list(
      filtersIn(scoped, { id: 'text', name: 'text', enabled: 'flag' }),
      page,
    )
    return ok(
      listView(
        call,
        'domains',
        seen.map((domain) => domainView(base, domain)),
        page,
      ),
    )
  },
})

const createDomain = route({
  method: 'POST',
  path: '/v3/domains',
  name: 'domains.create',
  policy: 'identity:create_domain',
  body: NewDomain,
  replies: [201],
  async handle({ ctx, app, body: { domain }, base }) {
    const { name, enabled, options } = domain
    const description = textOf(domain.description)
    const made = await app.domains.create(ctx, {
      name,
      description,
      enabled,
      options,
      extra: extraOf(domain, known),
    })
    return created({ domain: domainView(base, made) })
  },
})

const showDomain = route({
  method: 'GET',
  path: '/v3/domains/{domain_id}',
  name: 'domains.show',
  policy: { inHandler: 'the domain of one’s token is open to one' },
  replies: [200],
  async handle({ app, params, base, enforce }) {
    enforce('identity:get_domain', target({ id: params.domain_id }))
    return ok({ domain: domainView(base, await app.domains.find(params.domain_id)) })
  },
})

const updateDomain = route({
  method: 'PATCH',
  path: '/v3/domains/{domain_id}',
  name: 'domains.update',
  policy: 'identity:update_domain',
  body: DomainChanges,
  replies: [200],
  async handle({ ctx, app, params, body: { domain }, base }) {
    const { name, enabled, options } = domain
    const description = textOf(domain.description)
    const extra = extraOf(domain, known)
    const changed = await app.domains.update(ctx, params.domain_id, {
      name,
      description,
      enabled,
      options,
      extra,
    })
    return ok({ domain: domainView(base, changed) })
  },
})

const deleteDomain = route({
  method: 'DELETE',
  path: '/v3/domains/{domain_id}',
  name: 'domains.delete',
  policy: 'identity:delete_domain',
  replies: [204],
  async handle({ ctx, app, params }) {
    await app.domains.remove(ctx, params.domain_id)
    return noContent()
  },
})

export const domainRoutes = [listDomains, createDomain, showDomain, updateDomain, deleteDomain]
