import { created, noContent, ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { type Static, Type } from 'typebox'
import type { PlacementApp } from '../app/app.ts'
import {
  type Inventory,
  type ProviderInventories,
  putInventory,
  removeInventories,
  replaceInventories,
  showInventories,
} from '../app/inventories.ts'
import type { InventoryRow } from '../db/tables.ts'
import { errors } from '../errors.ts'
import { freshHeaders } from './fresh-headers.ts'
import { route } from './route.ts'

const largest = 2_147_483_647
const whole = (minimum: number) => Type.Integer({ minimum, maximum: largest })

const properties = {
  total: whole(1),
  reserved: Type.Optional(whole(0)),
  min_unit: Type.Optional(whole(1)),
  max_unit: Type.Optional(whole(1)),
  step_size: Type.Optional(whole(1)),
  allocation_ratio: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 3.4e38 })),
}
const generation = { resource_provider_generation: Type.Integer() }
const inventoryBody = Type.Object(properties, { additionalProperties: false })
const className = '^[A-Z0-9_]+$'

const replaceBody = Type.Object(
  {
    ...generation,
    inventories: Type.Record(Type.String({ pattern: className }), inventoryBody, {
      additionalProperties: false,
    }),
  },
  { additionalProperties: false },
)
const putBody = Type.Object({ ...generation, ...properties }, { additionalProperties: false })
const createBody = Type.Object(
  { ...generation, resource_class: Type.String({ pattern: className }), ...properties },
  { additionalProperties: false },
)

const withDefaults = (given: Static<typeof inventoryBody>): Inventory => ({
  total: given.total,
  reserved: given.reserved ?? 0,
  min_unit: given.min_unit ?? 1,
  max_unit: given.max_unit ?? largest,
  step_size: given.step_size ?? 1,
  allocation_ratio: given.allocation_ratio ?? 1,
})

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
    body: replaceBody,
    replies: [200],
    handle: async ({ app, params, body, version }) => {
      const wanted = Object.fromEntries(
        Object.entries(body.inventories).map(([name, one]) => [name, withDefaults(one)]),
      )
      const shown = await replaceInventories(app)(params.uuid, body.resource_provider_generation, wanted)
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
