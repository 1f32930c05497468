import * as operations from '@nimbo/contracts/identity/projects'
import type { BodyOf, QueryOf } from '@nimbo/operation/operation'
import type { Context } from '@nimbo/kernel/context'
import type { IdentityApp } from '../../app/identity-app.ts'
import { refuseNewId } from '../../api/refuse-new-id.ts'
import { handle } from '../../api/handle.ts'
import { pageLinks } from '../../api/links.ts'
import { filtersIn, isSet, pageIn } from '../../api/list-request.ts'
import { refuseNewDomain } from '../domain/refuse-new-domain.ts'
import type { Project } from '../../domain/records.ts'
import { errors } from '../../errors.ts'
import { ownDomain } from '../domain/own-domain.ts'
import { projectRelatives } from './relatives.ts'
import { projectView, projectViews } from './view.ts'
import { partOf, textIn } from '../../api/unread-body.ts'
import { extraOf, textOf } from '../../api/record-body.ts'

const known = [
  ...['name', 'description', 'enabled', 'options', 'tags', 'domain_id', 'parent_id', 'is_domain'],
  // Keystone returns the clients' own attributes in `extra`, so an attribute with that name is dropped.
  'extra',
]
const filters = {
  id: 'text',
  name: 'text',
  domain_id: 'text',
  parent_id: 'text',
  enabled: 'flag',
  is_domain: 'flag',
} as const

const split = (text: string | undefined): string[] => (text ? text.split(',') : [])

const tagsIn = (query: QueryOf<typeof operations.listProjects>) => {
  const tags = {
    all: split(query.tags),
    any: split(query['tags-any']),
    notAll: split(query['not-tags']),
    notAny: split(query['not-tags-any']),
  }
  return Object.values(tags).some((names) => names.length > 0) ? tags : undefined
}

const list = handle(
  operations.listProjects,
  async (call) => {
    const { ctx, app, query, base } = call
    const { domain_id = ctx.domainId } = query
    const page = pageIn(query, app.mostListed)
    const scoped = { is_domain: 'false', ...query, domain_id }
    const projects = await app.projects.list(filtersIn(scoped, filters), page, tagsIn(query))
    return { projects: await projectViews(app, base, projects), ...pageLinks(call, projects, page) }
  },
  { given: ({ ctx, query }) => ({ target: { domain_id: query.domain_id ?? ctx.domainId } }) },
)

interface Place {
  readonly domain_id?: string | null | undefined
  readonly parent_id?: string | null | undefined
}

/** The domain of a new project: as in the request, or that of its parent, or the caller's. */
const domainOf = async (app: IdentityApp, ctx: Context, { domain_id, parent_id }: Place): Promise<string> => {
  if (domain_id) return domain_id
  const parent = parent_id ? await app.projects.parent(parent_id) : undefined
  return parent?.domain_id ?? parent?.id ?? ownDomain(ctx)
}

const create = handle(
  operations.createProject,
  async ({ ctx, app, body: { project }, base, enforce }) => {
    const { name, enabled, options, tags } = project
    const description = textOf(project.description)
    const extra = extraOf(project, known)
    if (project.is_domain) {
      enforce('identity:create_domain')
      const made = await app.domains.create(ctx, { name, description, enabled, options, extra })
      return { project: projectView(base, made) }
    }
    const parent_id = project.parent_id ?? undefined
    const domain_id = await domainOf(app, ctx, project)
    const given = { name, domain_id, parent_id, description, enabled, options, tags, extra }
    return { project: projectView(base, await app.projects.create(ctx, given), tags) }
  },
  {
    unread: async (body, { ctx, app }) => {
      const { name, is_domain, ...project } = partOf(body, 'project')
      const place = { domain_id: textIn(project, 'domain_id'), parent_id: textIn(project, 'parent_id') }
      const domain_id = is_domain === true ? null : await domainOf(app, ctx, place)
      return { target: { project: { name, domain_id } } }
    },
  },
)

const show = handle(operations.showProject, async ({ ctx, app, found: { project }, query, base }) => {
  const tags = await app.projects.tags([project.id])
  const relatives = await projectRelatives(app, base, project, { query, userId: ctx.userId ?? '' })
  return { project: { ...projectView(base, project, tags.get(project.id)), ...relatives } }
})

/** A project cannot be moved to another parent or domain. */
const refuseMoves = (asked: BodyOf<typeof operations.updateProject>['project'], has: Project): void => {
  refuseNewDomain(asked.domain_id, has.domain_id)
  if (asked.parent_id !== undefined && asked.parent_id !== has.parent_id)
    throw errors.NotAllowed({ reason: 'Update of `parent_id` is not allowed.' })
  if (asked.is_domain !== undefined && asked.is_domain !== has.is_domain)
    throw errors.Invalid({ reason: 'Update of `is_domain` is not allowed.' })
}

const update = handle(operations.updateProject, async ({ ctx, app, found, body: { project }, base }) => {
  refuseNewId(project, found.project.id)
  refuseMoves(project, found.project)
  const { name, enabled, options, tags } = project
  const description = textOf(project.description)
  const changes = { name, enabled, options, tags, description, extra: extraOf(project, known) }
  const changed = await app.projects.update(ctx, found.project.id, changes)
  const now = await app.projects.tags([changed.id])
  // As in Keystone, clients' own attributes are returned twice: at the top level and in `extra`.
  return { project: { ...projectView(base, changed, now.get(changed.id)), extra: changed.extra } }
})

const remove = handle(operations.deleteProject, async ({ ctx, app, found: { project }, query }) => {
  if (project.is_domain) await app.domains.remove(ctx, project.id)
  else await app.projects.remove(ctx, project.id, { cascade: isSet(query.cascade) })
})

export const projectRoutes = [list, create, show, update, remove]
