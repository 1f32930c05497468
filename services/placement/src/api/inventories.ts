import { created, noContent, ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { Type } from 'typebox'
import type { PlacementApp } from '../app/app.ts'
import { putInventory, removeInventories, replaceInventories, showInventories } from '../app/inventories.ts'
import type { Inventory, ProviderInventories } from '../app/write-inventories.ts'
import type { InventoryRow } from '../db/tables.ts'
import { errors } from '../errors.ts'
import { freshHeaders } from './fresh-headers.ts'
import {
  className,
  generation,
  inventoriesBody,
  properties,
  wantedInventories,
  withDefaults,
} from './inventory-body.ts'
import { route } from './route.ts'

const putBody = Type.Object({ ...generation, ...properties }, { additionalProperties: false })
const createBody = Type.Object(
  { ...generation, resource_class: Type.String({ pattern: className }), ...properties },
  { additionalProperties: false },
)

const inventoryView = ({ provider_id: _, resource_class: __, ...view }: InventoryRow): Inventory => view

const collectionView = ({ provider, inventories }: ProviderInventories) => ({
  resource_provider_generation: provider.generation,
  inventories: Object.fromEntries(inventories.map((row) => [row.resource_class, inventoryView(row)])),
})

const oneView = ({ provider, inventories }: ProviderInventories, resourceClass: string): object => {
  const row = inventories.find(({ resource_class }) => resource_class === resourceClass)
  if (!row) throw errors.InventoryNotFound({ uuid: provider.id, resourceClass })
  return { resource_provider_generation: provider.generation, ...inventoryView(row) }
}

export const inventories: readonly Route<PlacementApp>[] = [
  route({
    method: 'GET',
    path: '/resource_providers/{uuid}/inventories',
    name: 'inventories.list',
    policy: 'placement:resource_providers:inventories:list',
    replies: [200],
    handle: async ({ app, params, version }) => {
      const shown = await showInventories(app)(params.uuid)
      return ok(collectionView(shown), freshHeaders(version, shown.provider.updated_at))
    },
  }),
  route({
    method: 'PUT',
    path: '/resource_providers/{uuid}/inventories',
    name: 'inventories.replace',
    policy: 'placement:resource_providers:inventories:update',
    body: inventoriesBody,
    replies: [200],
    handle: async ({ app, params, body, version }) => {
      const wanted = wantedInventories(body)
      const shown = await replaceInventories(app)(params.uuid, wanted.generation, wanted.inventories)
      return ok(collectionView(shown), freshHeaders(version, shown.provider.updated_at))
    },
  }),
  route({
    method: 'POST',
    path: '/resource_providers/{uuid}/inventories',
    name: 'inventories.create',
    policy: 'placement:resource_providers:inventories:create',
    body: createBody,
    replies: [201],
    handle: async ({ app, params, body, request }) => {
      const { resource_class: name, resource_provider_generation } = body
      const shown = await putInventory(app)(
        params.uuid,
        name,
        resource_provider_generation,
        withDefaults(body),
        'new',
      )
      const location = `${request.origin}${request.mount}/resource_providers/${params.uuid}/inventories/${name}`
      return created(oneView(shown, name), { location })
    },
  }),
  route({
    method: 'DELETE',
    path: '/resource_providers/{uuid}/inventories',
    name: 'inventories.clear',
    since: '1.5',
    policy: 'placement:resource_providers:inventories:delete',
    replies: [204],
    handle: async ({ app, params }) => {
      await removeInventories(app)(params.uuid)
      return noContent()
    },
  }),
  route({
    method: 'GET',
    path: '/resource_providers/{uuid}/inventories/{resource_class}',
    name: 'inventories.show',
    policy: 'placement:resource_providers:inventories:show',
    replies: [200],
    handle: async ({ app, params, version }) => {
      const shown = await showInventories(app)(params.uuid)
      return ok(oneView(shown, params.resource_class), freshHeaders(version, shown.provider.updated_at))
    },
  }),
  route({
    method: 'PUT',
    path: '/resource_providers/{uuid}/inventories/{resource_class}',
    name: 'inventories.update',
    policy: 'placement:resource_providers:inventories:update',
    body: putBody,
    replies: [200],
    handle: async ({ app, params, body, version }) => {
      const name = params.resource_class
      const shown = await putInventory(app)(
        params.uuid,
        name,
        body.resource_provider_generation,
        withDefaults(body),
        'old',
      )
      return ok(oneView(shown, name), freshHeaders(version, shown.provider.updated_at))
    },
  }),
  route({
    method: 'DELETE',
    path: '/resource_providers/{uuid}/inventories/{resource_class}',
    name: 'inventories.delete',
    policy: 'placement:resource_providers:inventories:delete',
    replies: [204],
    handle: async ({ app, params }) => {
      await removeInventories(app)(params.uuid, params.resource_class)
      return noContent()
    },
  }),
]
