import * as operations from '@nimbo/contracts/identity/auth-scopes'
import type { LookUp } from '@nimbo/http/route'
import type { Context } from '@nimbo/kernel/context'
import type { IdentityApp } from '../../app/identity-app.ts'
import { errors } from '../../errors.ts'
import { catalogView } from '../catalog/view.ts'
import { domainView } from '../domain/view.ts'
import { handle } from '../../api/handle.ts'
import { pageLinks } from '../../api/links.ts'
import { pageIn } from '../../api/list-request.ts'
import { projectViews } from '../project/view.ts'

const enabled = { column: 'enabled', comparison: 'equals', ignoreCase: false, value: true } as const

interface ListCall extends Pick<LookUp<IdentityApp>, 'app' | 'request'> {
  readonly ctx: Context
  readonly query: { readonly limit?: string | undefined; readonly marker?: string | undefined }
  readonly base: string
}

const ownProjects = async (call: ListCall) => {
  const { ctx, app, query, base } = call
  const page = pageIn(query, app.mostListed)
  const projects = await app.users.targetsOf(ctx.userId ?? '', 'project', [enabled], page)
  return { projects: await projectViews(app, base, projects), ...pageLinks(call, projects, page) }
}

const ownDomains = async (call: ListCall) => {
  const { ctx, app, query, base } = call
  const page = pageIn(query, app.mostListed)
  const domains = await app.users.targetsOf(ctx.userId ?? '', 'domain', [enabled], page)
  return { domains: domains.map(domainView(base)), ...pageLinks(call, domains, page) }
}

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

export const authScopeRoutes = [
  handle(operations.listAuthProjects, ownProjects),
  handle(operations.listFederatedProjects, ownProjects),
  handle(operations.listAuthDomains, ownDomains),
  handle(operations.listFederatedDomains, ownDomains),
  showSystem,
  showCatalog,
]
