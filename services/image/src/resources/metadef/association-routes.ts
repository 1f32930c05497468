import * as operations from '@nimbo/contracts/image/metadefs/resource-types'
import { answer } from '@nimbo/http/answer'
import { handle } from '../handle.ts'
import { instant } from '../image/image-view.ts'
import { addItem, removeItem } from './items.ts'
import { associationView, namespaceHref } from './metadef-view.ts'

const listTypes = handle(operations.listResourceTypes, async ({ app }) => ({
  resource_types: (await app.metadefs.resourceTypes()).map(({ name, created_at, updated_at }) => ({
    name,
    created_at: instant(created_at),
    updated_at: instant(updated_at),
  })),
}))

const list = handle(operations.listAssociations, async ({ app, found: { namespace } }) => ({
  resource_type_associations: (await app.metadefs.items([namespace.id], 'association')).map(associationView),
}))

const create = handle(
  operations.createAssociation,
  async ({ app, ctx, base, found: { namespace }, body }) => {
    const row = await app.inOne((inside) => addItem(inside, ctx, namespace, 'association', body))
    const path = `${namespaceHref(namespace.namespace)}/resource_types/${encodeURIComponent(row.name)}`
    return answer(associationView(row), { headers: { location: `${base}${path}` } })
  },
)

const remove = handle(operations.deleteAssociation, async ({ app, ctx, found: { namespace }, params }) => {
  await removeItem(app)(ctx, namespace, 'association', params.name)
})

export const associationRoutes = [listTypes, list, create, remove]
