import * as operations from '@nimbo/contracts/identity/project-tags'
import { answer } from '@nimbo/http/answer'
import type { IdentityApp } from '../../app/identity-app.ts'
import { errors } from '../../errors.ts'
import { handle } from '../../api/handle.ts'

const tagsOf = async (app: IdentityApp, id: string): Promise<string[]> =>
  (await app.projects.tags([id])).get(id) ?? []

const view = (base: string, id: string, tags: readonly string[]): operations.TagListView => ({
  tags: [...tags],
  links: { self: `${base}/v3/projects/${id}/tags` },
})

const list = handle(operations.listTags, async ({ app, found: { project }, base }) =>
  view(base, project.id, await tagsOf(app, project.id)),
)

const replace = handle(operations.replaceTags, async ({ ctx, app, found: { project }, body, base }) =>
  view(base, project.id, await app.projects.setTags(ctx, project.id, body.tags)),
)

const removeAll = handle(operations.deleteTags, async ({ ctx, app, found: { project } }) => {
  await app.projects.setTags(ctx, project.id, [])
})

const check = handle(operations.checkTag, async ({ app, found: { project }, params: { tag } }) => {
  if (!(await tagsOf(app, project.id)).includes(tag)) throw errors.NotFound({ type: 'project tag', id: tag })
})

const add = handle(operations.addTag, async ({ ctx, app, found: { project }, params: { tag }, base }) => {
  if (tag.length > 255 || /[,/]/.test(tag))
    throw errors.Invalid({ reason: `Invalid input for field 'tag': '${tag}' does not match '^[^,/]*$'` })
  const present = await tagsOf(app, project.id)
  if (present.length >= 80 && !present.includes(tag))
    throw errors.Invalid({ reason: 'A project has at most 80 tags.' })
  await app.projects.addTag(ctx, project.id, tag)
  const location = `${base}/v3/projects/${project.id}/tags/${encodeURIComponent(tag)}`
  return answer(undefined, { headers: { location } })
})

const remove = handle(operations.deleteTag, async ({ ctx, app, found: { project }, params: { tag } }) => {
  await app.projects.removeTag(ctx, project.id, tag)
})

export const projectTagRoutes = [list, replace, removeAll, check, add, remove]
