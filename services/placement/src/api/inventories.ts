import * as operations from '@nimbo/contracts/placement/inventories'
import { answer } from '@nimbo/http/answer'
import { putInventory, removeInventories, replaceInventories, showInventories } from '../app/inventories.ts'
import type { Inventory, ProviderInventories } from '../app/write-inventories.ts'
import type { InventoryRow } from '../db/tables.ts'
import { errors, saidAgain } from '../errors.ts'
import { fresh } from './fresh.ts'
import { handle } from './handle.ts'
import { refuseAllReserved, wantedInventories, withDefaults } from './inventory-body.ts'

const inventoryView = ({ provider_id: _, resource_class: __, ...view }: InventoryRow): Inventory => view

const collectionView = ({ provider, inventories }: ProviderInventories) => ({
  resource_provider_generation: provider.generation,
  inventories: Object.fromEntries(inventories.map((row) => [row.resource_class, inventoryView(row)])),
})

const oneView = (
  { provider, inventories }: ProviderInventories,
  resourceClass: string,
): operations.InventoryView => {
  const row = inventories.find(({ resource_class }) => resource_class === resourceClass)
  if (!row) throw errors.InventoryNotFound({ uuid: provider.id, resourceClass })
  return { resource_provider_generation: provider.generation, ...inventoryView(row) }
}

const list = handle(operations.listInventories, async (call) => {
  const shown = await showInventories(call.app)(call.params.uuid, saidAgain(' : ', call.params.uuid))
  return fresh(call, collectionView(shown), shown.provider.updated_at)
})

const replace = handle(operations.replaceInventories, async (call) => {
  const wanted = wantedInventories(call.body)
  refuseAllReserved(call.params.uuid, wanted.inventories, call.version)
  const shown = await replaceInventories(call.app)(call.params.uuid, wanted.generation, wanted.inventories)
  return fresh(call, collectionView(shown), shown.provider.updated_at)
})

const create = handle(operations.createInventory, async ({ app, params, body, request, version }) => {
  const { resource_class: name, resource_provider_generation: generation, ...given } = body
  const inventory = withDefaults(given)
  refuseAllReserved(params.uuid, { [name]: inventory }, version)
  const shown = await putInventory(app)(params.uuid, name, generation, inventory, 'new')
  const location = `${request.origin}${request.mount}/resource_providers/${params.uuid}/inventories/${name}`
  return answer(oneView(shown, name), { headers: { location } })
})

const clear = handle(operations.clearInventories, async ({ app, params }) => {
  await removeInventories(app)(params.uuid)
})

const show = handle(operations.showInventory, async (call) => {
  const shown = await showInventories(call.app)(call.params.uuid, saidAgain(' : ', call.params.uuid))
  return fresh(call, oneView(shown, call.params.resource_class), shown.provider.updated_at)
})

const update = handle(operations.updateInventory, async (call) => {
  const { uuid, resource_class: name } = call.params
  const { resource_provider_generation: generation, ...given } = call.body
  const inventory = withDefaults(given)
  refuseAllReserved(uuid, { [name]: inventory }, call.version)
  const shown = await putInventory(call.app)(uuid, name, generation, inventory, 'old')
  return fresh(call, oneView(shown, name), shown.provider.updated_at)
})

const remove = handle(operations.deleteInventory, async ({ app, params }) => {
  await removeInventories(app)(params.uuid, params.resource_class)
})

export const inventories = [list, replace, create, clear, show, update, remove]
