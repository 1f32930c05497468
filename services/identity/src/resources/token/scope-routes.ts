import * as operations from '@nimbo/contracts/identity/auth-scopes'
import { errors } from '../../errors.ts'
import { catalogView } from '../catalog/view.ts'
import { domainView } from '../domain/view.ts'
import { handle } from '../../api/handle.ts'
import { pageLinks } from '../../api/links.ts'
import { pageIn } from '../../api/list-request.ts'
import { projectViews } from '../project/view.ts'

const enabled = { column: 'enabled', comparison: 'equals', ignoreCase: false, value: true } as const

const listProjects = handle(operations.listAuthProjects, async (call) => {
  const { ctx, app, query, base } = call
  const page = pageIn(query, app.mostListed)
  const projects = await app.users.targetsOf(ctx.userId ?? '', 'project', [enabled], page)
  return { projects: await projectViews(app, base, projects), ...pageLinks(call, projects, page) }
})

const listDomains = handle(operations.listAuthDomains, async (call) => {
  const { ctx, app, query, base } = call
  const page = pageIn(query, app.mostListed)
  const domains = await app.users.targetsOf(ctx.userId ?? '', 'domain', [enabled], page)
  return { domains: domains.map(domainView(base)), ...pageLinks(call, domains, page) }
})

const showSystem = handle(operations.showAuthSystem, async ({ ctx, app, base }) => ({
  system: (await app.users.hasSystemRole(ctx.userId ?? '')) ? [{ all: true }] : [],
  links: { self: `${base}/v3/auth/system` },
}))

const showCatalog = handle(operations.showAuthCatalog, async ({ ctx, app, base }) => {
  const { claims } = await app.tokens.validate(ctx.token ?? '')
  if (claims.scope.kind === 'unscoped')
    throw errors.NotAllowed({ reason: 'A scoped token is required to produce a service catalog.' })
  return {
    catalog: catalogView(await app.showCatalog(claims)),
    links: { self: `${base}/v3/auth/catalog` },
  }
})

export const authScopeRoutes = [listProjects, listDomains, showSystem, showCatalog]
