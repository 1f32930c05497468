import { ok } from '@nimbo/http/reply'
import { errors } from '../errors.ts'
import { domainView } from './domains.ts'
import { listView } from './links.ts'
import { pageIn } from './list-request.ts'
import { projectView } from './project-view.ts'
import { route } from './route.ts'

const enabled = { column: 'enabled', comparison: 'equals', ignoreCase: false, value: true } as const

/** What the bearer of a token could ask a token for. */
const listAuthProjects = route({
  method: 'GET',
  path: '/v3/auth/projects',
  name: 'auth.list-projects',
  policy: 'identity:get_auth_projects',
  replies: [200],
  async handle(call) {
    const { ctx, app, query, base } = call
    const page = pageIn(query, app.mostListed)
    const projects = await app.users.targetsOf(ctx.userId ?? '', 'project', [enabled], page)
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

const listAuthDomains = route({
  method: 'GET',
  path: '/v3/auth/domains',
  name: 'auth.list-domains',
  policy: 'identity:get_auth_domains',
  replies: [200],
  async handle(call) {
    const { ctx, app, query, base } = call
    const page = pageIn(query, app.mostListed)
    const domains = await app.users.targetsOf(ctx.userId ?? '', 'domain', [enabled], page)
    return ok(
      listView(
        call,
        'domains',
        domains.map((domain) => domainView(base, domain)),
        page,
      ),
    )
  },
})

const showAuthSystem = route({
  method: 'GET',
  path: '/v3/auth/system',
  name: 'auth.show-system',
  policy: 'identity:get_auth_system',
  replies: [200],
  async handle({ ctx, app, base }) {
    const system = (await app.users.hasSystemRole(ctx.userId ?? '')) ? [{ all: true }] : []
    return ok({ system, links: { self: `${base}/v3/auth/system` } })
  },
})

const showAuthCatalog = route({
  method: 'GET',
  path: '/v3/auth/catalog',
  name: 'auth.show-catalog',
  policy: 'identity:get_auth_catalog',
  replies: [200],
  async handle({ ctx, app, base }) {
    const { claims } = await app.tokens.validate(ctx.token ?? '')
    if (claims.scope.kind === 'unscoped')
      throw errors.NotAllowed({ reason: 'A scoped token is required to produce a service catalog.' })
    return ok({ catalog: await app.showCatalog(claims), links: { self: `${base}/v3/auth/catalog` } })
  },
})

export const authScopeRoutes = [listAuthProjects, listAuthDomains, showAuthSystem, showAuthCatalog]
