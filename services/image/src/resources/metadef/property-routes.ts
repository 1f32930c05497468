import * as operations from '@nimbo/contracts/image/metadefs/properties'
import { answer } from '@nimbo/http/answer'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'
import { addItem, changeItem, clearItems, needItem, removeItem } from './items.ts'
import { namespaceHref, propertyView } from './metadef-view.ts'
import { prefixFor } from './prefix-for.ts'

const list = handle(operations.listProperties, async ({ app, found: { namespace } }) => ({
  properties: Object.fromEntries(
    (await app.metadefs.items([namespace.id], 'property')).map((row) => [row.name, propertyView(row)]),
  ),
}))

const create = handle(operations.createProperty, async ({ app, ctx, base, found: { namespace }, body }) => {
  const row = await app.inOne((inside) => addItem(inside, ctx, namespace, 'property', body))
  const path = `${namespaceHref(namespace.namespace)}/properties/${encodeURIComponent(row.name)}`
  return answer(propertyView(row), { headers: { location: `${base}${path}` } })
})

const show = handle(operations.showProperty, async ({ app, found: { namespace }, params, query }) => {
  const prefix = await prefixFor(app, namespace, query.resource_type)
  const name = params.property_name
  if (!name.startsWith(prefix))
    throw errors.DefinitionNotFound({ kind: 'property', name, namespace: namespace.namespace })
  return propertyView(await needItem(app, namespace, 'property', name.slice(prefix.length)), prefix)
})

const update = handle(operations.updateProperty, async ({ app, ctx, found: { namespace }, params, body }) => {
  const item = await needItem(app, namespace, 'property', params.property_name)
  return propertyView(await changeItem(app)(ctx, namespace, item, body))
})

const remove = handle(operations.deleteProperty, async ({ app, ctx, found: { namespace }, params }) => {
  await removeItem(app)(ctx, namespace, 'property', params.property_name)
})

const clear = handle(operations.deleteProperties, async ({ app, ctx, found: { namespace } }) => {
  await clearItems(app)(ctx, namespace, 'property')
})

export const propertyRoutes = [list, create, show, update, remove, clear]
