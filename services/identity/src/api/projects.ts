import { created, noContent, ok } from '@nimbo/http/reply'
import { Type } from 'typebox'
import type { IdentityApp } from '../app/identity-app.ts'
import type { Project } from '../domain/records.ts'
import { judged } from './judged.ts'
import { listView } from './links.ts'
import { filtersIn, flagIn, pageIn } from './list-request.ts'
import { ownDomain } from './own-domain.ts'
import { projectView } from './project-view.ts'
import { route } from './route.ts'
import { Description, extraOf, Id, NullableId, openObject, ResourceOptions, textOf } from './schemas.ts'

const Tag = Type.String({ minLength: 1, maxLength: 255, pattern: '^[^,/]*$' })
const changeable = {
  description: Type.Optional(Description),
  enabled: Type.Optional(Type.Boolean()),
  options: Type.Optional(ResourceOptions),
  tags: Type.Optional(Type.Array(Tag, { maxItems: 80, uniqueItems: true })),
}
const known = [...Object.keys(changeable), 'name', 'domain_id', 'parent_id', 'is_domain']
const ProjectName = Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' })
const NewProject = Type.Object({
  project: openObject({
    ...changeable,
    name: ProjectName,
    domain_id: Type.Optional(NullableId),
    parent_id: Type.Optional(NullableId),
    is_domain: Type.Optional(Type.Boolean()),
  }),
})
const ProjectChanges = Type.Object({
  project: openObject({ ...changeable, name: Type.Optional(ProjectName), domain_id: Type.Optional(Id) }, 1),
})

/** What rules about projects look at. */
export const projectTarget = ({ id, name, domain_id, parent_id }: Partial<Project>) => ({
  target: { project: { id, name, domain_id, parent_id } },
})

const split = (text: string | undefined): string[] => (text ? text.split(',') : [])

const tagsIn = (query: Readonly<Record<string, string>>) => {
  const tags = {
    all: split(query.tags),
    any: split(query['tags-any']),
    notAll: split(query['not-tags']),
    notAny: split(query['not-tags-any']),
  }
  return Object.values(tags).some((names) => names.length > 0) ? tags : undefined
}

const viewsOf = async (app: IdentityApp, base: string, projects: readonly Project[]) => {
  const tags = await app.projects.tags(projects.map(({ id }) => id))
  return projects.map((project) => projectView(base, project, tags.get(project.id)))
}

const listProjects = route({
  method: 'GET',
  path: '/v3/projects',
  name: 'projects.list',
  policy: { inHandler: 'a token for a domain lists the projects of that domain' },
  replies: [200],
  async handle(call) {
    const { ctx, app, query, base, enforce } = call
    const { domain_id = ctx.domainId } = query
    enforce('identity:list_projects', { target: { domain_id } })
    const page = pageIn(query, app.mostListed)
    const scoped = { is_domain: 'false', ...query, ...(domain_id === undefined ? {} : { domain_id }) }
    const kinds = {
      id: 'text',
      name: 'text',
      domain_id: 'text',
      parent_id: 'text',
      enabled: 'flag',
      is_domain: 'flag',
    } as const
    const projects = await app.projects.list(filtersIn(scoped, kinds), page, tagsIn(query))
    return ok(listView(call, 'projects', await viewsOf(app, base, projects), page))
  },
})

const createProject = route({
  method: 'POST',
  path: '/v3/projects',
  name: 'projects.create',
  policy: { inHandler: 'managers of a domain make projects in it' },
  body: NewProject,
  replies: [201],
  async handle({ ctx, app, body: { project }, base, enforce }) {
    const { name, enabled, options, tags } = project
    const description = textOf(project.description)
    const extra = extraOf(project, known)
    if (project.is_domain) {
      enforce('identity:create_domain')
      const made = await app.domains.create(ctx, { name, description, enabled, options, extra })
      return created({ project: projectView(base, made) })
    }
    const parent_id = project.parent_id ?? undefined
    const parent = parent_id === undefined ? undefined : await app.projects.find(parent_id)
    const domain_id = project.domain_id ?? parent?.domain_id ?? parent?.id ?? ownDomain(ctx)
    enforce('identity:create_project', projectTarget({ name, domain_id }))
    const given = { name, domain_id, parent_id, description, enabled, options, tags, extra }
    const made = await app.projects.create(ctx, given)
    return created({ project: projectView(base, made, tags) })
  },
})

/** The relatives a query asks for, each form under its own key. */
const relatives = async (
  app: IdentityApp,
  base: string,
  project: Project,
  query: Readonly<Record<string, string>>,
): Promise<object> => {
  const asked = (name: string) => name in query
  const above =
    asked('parents_as_list') || asked('parents_as_ids') ? await app.projects.ancestors(project) : []
  const below =
    asked('subtree_as_list') || asked('subtree_as_ids') ? await app.projects.descendants(project.id) : []
  const entries = (projects: readonly Project[]) =>
    projects.map((each) => ({ project: projectView(base, each) }))
  const chain = [...above].reverse().reduce<object | null>((inner, { id }) => ({ [id]: inner }), null)
  const branch = (parentId: string): object | null => {
    const children = below.filter(({ parent_id }) => parent_id === parentId)
    return children.length === 0 ? null : Object.fromEntries(children.map(({ id }) => [id, branch(id)]))
  }
  return {
    ...(asked('parents_as_list') ? { parents: entries(above) } : {}),
    ...(asked('parents_as_ids') ? { parents: chain } : {}),
    ...(asked('subtree_as_list') ? { subtree: entries(below) } : {}),
    ...(asked('subtree_as_ids') ? { subtree: branch(project.id) } : {}),
  }
}

const showProject = route({
  method: 'GET',
  path: '/v3/projects/{project_id}',
  name: 'projects.show',
  policy: { inHandler: 'the project of one’s token is open to one' },
  replies: [200],
  async handle({ app, params, query, base, enforce }) {
    const load = app.projects.find(params.project_id)
    const project = await judged(enforce, 'identity:get_project', load, projectTarget)
    const [view] = await viewsOf(app, base, [project])
    return ok({ project: { ...view, ...(await relatives(app, base, project, query)) } })
  },
})

const updateProject = route({
  method: 'PATCH',
  path: '/v3/projects/{project_id}',
  name: 'projects.update',
  policy: { inHandler: 'managers of a domain change projects in it' },
  body: ProjectChanges,
  replies: [200],
  async handle({ ctx, app, params, body: { project }, base, enforce }) {
    const load = app.projects.find(params.project_id)
    const before = await judged(enforce, 'identity:update_project', load, projectTarget)
    const { name, enabled, options, tags } = project
    const description = textOf(project.description)
    const extra = extraOf(project, known)
    const changed = await app.projects.update(ctx, before.id, {
      name,
      description,
      enabled,
      options,
      tags,
      extra,
    })
    const [view] = await viewsOf(app, base, [changed])
    return ok({ project: view })
  },
})

const deleteProject = route({
  method: 'DELETE',
  path: '/v3/projects/{project_id}',
  name: 'projects.delete',
  policy: { inHandler: 'managers of a domain delete projects in it' },
  replies: [204],
  async handle({ ctx, app, params, query, enforce }) {
    const load = app.projects.find(params.project_id)
    const project = await judged(enforce, 'identity:delete_project', load, projectTarget)
    await app.projects.remove(ctx, project.id, { cascade: flagIn(query, 'cascade') ?? false })
    return noContent()
  },
})

export const projectRoutes = [listProjects, createProject, showProject, updateProject, deleteProject]
