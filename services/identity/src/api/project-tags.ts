import { bytes, noContent, ok } from '@nimbo/http/reply'
import { Type } from 'typebox'
import type { IdentityApp } from '../app/identity-app.ts'
import { errors } from '../errors.ts'
import { judged } from './judged.ts'
import { projectTarget } from './projects.ts'
import { route } from './route.ts'

const Tags = Type.Object({
  tags: Type.Array(Type.String({ minLength: 1, maxLength: 255, pattern: '^[^,/]*$' }), {
    maxItems: 80,
    uniqueItems: true,
  }),
})

const ofDomain = { inHandler: 'rules look at the domain of the project' }

const tagsOf = async (app: IdentityApp, id: string): Promise<string[]> =>
  (await app.projects.tags([id])).get(id) ?? []

const view = (base: string, id: string, tags: readonly string[]) => ({
  tags,
  links: { self: `${base}/v3/projects/${id}/tags`, next: null, previous: null },
})

const listTags = route({
  method: 'GET',
  path: '/v3/projects/{project_id}/tags',
  name: 'project-tags.list',
  policy: ofDomain,
  replies: [200],
  async handle({ app, params: { project_id }, base, enforce }) {
    await judged(enforce, 'identity:list_project_tags', app.projects.find(project_id), projectTarget)
    return ok(view(base, project_id, await tagsOf(app, project_id)))
  },
})

const replaceTags = route({
  method: 'PUT',
  path: '/v3/projects/{project_id}/tags',
  name: 'project-tags.replace',
  policy: ofDomain,
  body: Tags,
  replies: [200],
  async handle({ ctx, app, params: { project_id }, body, base, enforce }) {
    await judged(enforce, 'identity:update_project_tags', app.projects.find(project_id), projectTarget)
    return ok(view(base, project_id, await app.projects.setTags(ctx, project_id, body.tags)))
  },
})

const deleteTags = route({
  method: 'DELETE',
  path: '/v3/projects/{project_id}/tags',
  name: 'project-tags.delete-all',
  policy: ofDomain,
  replies: [204],
  async handle({ ctx, app, params: { project_id }, enforce }) {
    await judged(enforce, 'identity:delete_project_tags', app.projects.find(project_id), projectTarget)
    await app.projects.setTags(ctx, project_id, [])
    return noContent()
  },
})

const noSuchTag = (id: string) => errors.NotFound({ type: 'project tag', id })

const checkTag = route({
  method: 'GET',
  path: '/v3/projects/{project_id}/tags/{tag}',
  name: 'project-tags.check',
  policy: ofDomain,
  replies: [204],
  async handle({ app, params: { project_id, tag }, enforce }) {
    await judged(enforce, 'identity:get_project_tag', app.projects.find(project_id), projectTarget)
    if (!(await tagsOf(app, project_id)).includes(tag)) throw noSuchTag(tag)
    return noContent()
  },
})

const addTag = route({
  method: 'PUT',
  path: '/v3/projects/{project_id}/tags/{tag}',
  name: 'project-tags.add',
  policy: ofDomain,
  replies: [201],
  async handle({ ctx, app, params: { project_id, tag }, base, enforce }) {
    await judged(enforce, 'identity:create_project_tag', app.projects.find(project_id), projectTarget)
    if (tag.length > 255 || /[,/]/.test(tag))
      throw errors.Invalid({ reason: `Invalid input for field 'tag': '${tag}' does not match '^[^,/]*$'` })
    const present = await tagsOf(app, project_id)
    if (present.length >= 80 && !present.includes(tag))
      throw errors.Invalid({ reason: 'A project has at most 80 tags.' })
    await app.projects.setTags(ctx, project_id, [...present, tag])
    return bytes(201, undefined, {
      location: `${base}/v3/projects/${project_id}/tags/${encodeURIComponent(tag)}`,
    })
  },
})

const deleteTag = route({
  method: 'DELETE',
  path: '/v3/projects/{project_id}/tags/{tag}',
  name: 'project-tags.delete',
  policy: ofDomain,
  replies: [204],
  async handle({ ctx, app, params: { project_id, tag }, enforce }) {
    await judged(enforce, 'identity:delete_project_tag', app.projects.find(project_id), projectTarget)
    const present = await tagsOf(app, project_id)
    if (!present.includes(tag)) throw noSuchTag(tag)
    await app.projects.setTags(
      ctx,
      project_id,
      present.filter((name) => name !== tag),
    )
    return noContent()
  },
})

export const projectTagRoutes = [listTags, replaceTags, deleteTags, checkTag, addTag, deleteTag]
