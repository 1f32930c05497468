import * as operations from '@nimbo/contracts/image/metadefs/tags'
import { answer } from '@nimbo/http/answer'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'
import { pageLink } from '../page-link.ts'
import { itemPage } from './item-page.ts'
import { addItem, changeItem, clearItems, needItem, removeItem } from './items.ts'
import { namespaceHref, tagView } from './metadef-view.ts'

const longestName = 80

const list = handle(operations.listTags, async ({ app, found: { namespace }, query, request }) => {
  const { items, next } = await itemPage(app, namespace, 'tag', query)
  const path = `${namespaceHref(namespace.namespace)}/tags`
  return {
    tags: items.map(({ name }) => ({ name })),
    ...(next === undefined ? {} : { next: pageLink(path, request, next) }),
  }
})

const createMany = handle(
  operations.createTags,
  async ({ app, ctx, base, found: { namespace }, body: { tags }, request }) => {
    const appends = /^(true|1|yes|on|t|y)$/i.test(request.headers['x-openstack-append'] ?? '')
    await app.inOne(async (inside) => {
      if (!appends) await inside.metadefs.removeItems(namespace.id, 'tag')
      for (const tag of tags) await addItem(inside, ctx, namespace, 'tag', tag)
    })
    const location = `${base}${namespaceHref(namespace.namespace)}/tags`
    return answer({ tags: tags.map(({ name }) => ({ name })) }, { headers: { location } })
  },
)

const create = handle(operations.createTag, async ({ app, ctx, base, found: { namespace }, params }) => {
  const name = params.tag_name
  if (name.length > longestName)
    throw errors.Invalid({ reason: `The name of a tag has at most ${longestName} characters.` })
  const row = await app.inOne((inside) => addItem(inside, ctx, namespace, 'tag', { name }))
  const location = `${base}${namespaceHref(namespace.namespace)}/tags/${encodeURIComponent(name)}`
  return answer(tagView(row), { headers: { location } })
})

const show = handle(operations.showTag, async ({ app, found: { namespace }, params }) =>
  tagView(await needItem(app, namespace, 'tag', params.tag_name)),
)

const update = handle(operations.updateTag, async ({ app, ctx, found: { namespace }, params, body }) => {
  const item = await needItem(app, namespace, 'tag', params.tag_name)
  return tagView(await changeItem(app)(ctx, namespace, item, { name: body.name }))
})

const remove = handle(operations.deleteTag, async ({ app, ctx, found: { namespace }, params }) => {
  await removeItem(app)(ctx, namespace, 'tag', params.tag_name)
})

const clear = handle(operations.deleteTags, async ({ app, ctx, found: { namespace } }) => {
  await clearItems(app)(ctx, namespace, 'tag')
})

export const tagRoutes = [list, createMany, create, show, update, remove, clear]
