import * as operations from '@nimbo/contracts/image/metadefs/objects'
import { answer } from '@nimbo/http/answer'
import { handle } from '../handle.ts'
import { pageLink } from '../page-link.ts'
import { itemPage } from './item-page.ts'
import { addItem, changeItem, clearItems, needItem, removeItem } from './items.ts'
import { namespaceHref, objectView } from './metadef-view.ts'

const list = handle(operations.listObjects, async ({ app, found: { namespace }, query, request }) => {
  const { items, next } = await itemPage(app, namespace, 'object', query)
  const path = `${namespaceHref(namespace.namespace)}/objects`
  return {
    objects: items.map((row) => objectView(row, namespace.namespace)),
    schema: '/v2/schemas/metadefs/objects',
    ...(next === undefined ? {} : { next: pageLink(path, request, next) }),
  }
})

const create = handle(operations.createObject, async ({ app, ctx, base, found: { namespace }, body }) => {
  const row = await app.inOne((inside) => addItem(inside, ctx, namespace, 'object', body))
  const view = objectView(row, namespace.namespace)
  return answer(view, { headers: { location: `${base}${view.self}` } })
})

const show = handle(operations.showObject, async ({ app, found: { namespace }, params }) =>
  objectView(await needItem(app, namespace, 'object', params.object_name), namespace.namespace),
)

const update = handle(operations.updateObject, async ({ app, ctx, found: { namespace }, params, body }) => {
  const item = await needItem(app, namespace, 'object', params.object_name)
  const { name, description, required, properties } = body
  const said = {
    name,
    ...(description === undefined ? {} : { description }),
    ...(required === undefined ? {} : { required }),
    ...(properties === undefined ? {} : { properties }),
  }
  const shown = objectView(await changeItem(app)(ctx, namespace, item, said), namespace.namespace)
  // `required` and `properties` are returned only if the client sent them.
  const { required: _, properties: __, ...others } = shown
  return { ...others, ...said }
})

const remove = handle(operations.deleteObject, async ({ app, ctx, found: { namespace }, params }) => {
  await removeItem(app)(ctx, namespace, 'object', params.object_name)
})

const clear = handle(operations.deleteObjects, async ({ app, ctx, found: { namespace } }) => {
  await clearItems(app)(ctx, namespace, 'object')
})

export const objectRoutes = [list, create, show, update, remove, clear]
