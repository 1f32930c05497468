import { empty, exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { body, ClassName, Generation } from './words.ts'

export const mostOfAnything = 2_147_483_647
const whole = (minimum: number) => Type.Integer({ minimum, maximum: mostOfAnything })

/** Properties of an inventory; all except the total have defaults. */
const properties = {
  total: whole(1),
  reserved: Type.Optional(whole(0)),
  min_unit: Type.Optional(whole(1)),
  max_unit: Type.Optional(whole(1)),
  step_size: Type.Optional(whole(1)),
  allocation_ratio: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 3.4e38 })),
}
/** An inventory as it is written. */
export const InventoryBody = body(properties)
export type InventoryBody = Static<typeof InventoryBody>

/** All inventories of a provider, with its generation. */
export const InventoriesBody = body({
  resource_provider_generation: Generation,
  inventories: Type.Record(ClassName, InventoryBody, exact),
})
export type InventoriesBody = Static<typeof InventoriesBody>

const shown = {
  total: Type.Integer(),
  reserved: Type.Integer(),
  min_unit: Type.Integer(),
  max_unit: Type.Integer(),
  step_size: Type.Integer(),
  allocation_ratio: Type.Number(),
}
const Inventory = view({ resource_provider_generation: Generation, ...shown })
export type InventoryView = Static<typeof Inventory>
const Inventories = view({
  resource_provider_generation: Generation,
  inventories: Type.Record(Type.String(), view(shown)),
})

const ofProvider = '/resource_providers/{uuid}/inventories'
const ofClass = '/resource_providers/{uuid}/inventories/{resource_class}'

export const listInventories = operation({
  id: 'inventories.list',
  method: 'GET',
  path: ofProvider,
  summary: 'List the inventories of a resource provider',
  rule: 'placement:resource_providers:inventories:list',
  on,
  replies: { 200: Inventories },
  errors: ['ProviderNotFound'],
})

export const replaceInventories = operation({
  id: 'inventories.replace',
  method: 'PUT',
  path: ofProvider,
  summary: 'Replace the inventories of a resource provider',
  rule: 'placement:resource_providers:inventories:update',
  on,
  body: InventoriesBody,
  replies: { 200: Inventories },
  errors: ['ProviderNotFound', 'ConcurrentUpdate', 'InventoryInUse'],
})

export const createInventory = operation({
  id: 'inventories.create',
  method: 'POST',
  path: ofProvider,
  summary: 'Create an inventory of one class',
  rule: 'placement:resource_providers:inventories:create',
  on,
  body: body({
    resource_provider_generation: Type.Optional(Generation),
    resource_class: ClassName,
    ...properties,
  }),
  replies: { 201: Inventory },
  errors: ['ProviderNotFound', 'ConcurrentUpdate', 'InventoryExists'],
})

export const clearInventories = operation({
  id: 'inventories.clear',
  method: 'DELETE',
  path: ofProvider,
  since: '1.5',
  inOtherVersions: 'methodNotAllowed',
  summary: 'Delete all inventories of a resource provider',
  rule: 'placement:resource_providers:inventories:delete',
  on,
  replies: { 204: empty },
  errors: ['ProviderNotFound', 'InventoryInUse'],
})

export const showInventory = operation({
  id: 'inventories.show',
  method: 'GET',
  path: ofClass,
  summary: 'Show an inventory',
  rule: 'placement:resource_providers:inventories:show',
  on,
  replies: { 200: Inventory },
  errors: ['ProviderNotFound', 'InventoryNotFound'],
})

export const updateInventory = operation({
  id: 'inventories.update',
  method: 'PUT',
  path: ofClass,
  summary: 'Change an inventory',
  rule: 'placement:resource_providers:inventories:update',
  on,
  body: body({ resource_provider_generation: Generation, ...properties }),
  replies: { 200: Inventory },
  errors: ['ProviderNotFound', 'InventoryNotFound', 'ConcurrentUpdate', 'InventoryInUse'],
})

export const deleteInventory = operation({
  id: 'inventories.delete',
  method: 'DELETE',
  path: ofClass,
  summary: 'Delete an inventory',
  rule: 'placement:resource_providers:inventories:delete',
  on,
  replies: { 204: empty },
  errors: ['ProviderNotFound', 'InventoryNotFound', 'InventoryInUse'],
})
