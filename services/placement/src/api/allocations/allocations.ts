import * as operations from '@nimbo/contracts/placement/allocations'
import { type ConsumerAllocations, releaseAllocations, showAllocations } from '../../app/allocations.ts'
import { providerAllocations } from '../../app/provider-allocations.ts'
import { reshape } from '../../app/reshape.ts'
import { setAllocations } from '../../app/set-allocations.ts'
import { consumerId } from './consumer-id.ts'
import { fresh } from '../fresh.ts'
import { handle } from '../handle.ts'
import { wantedInventories } from '../inventory-body.ts'
import { fromList, wantedFrom } from './wanted-allocations.ts'

const ownerView = (consumer: NonNullable<ConsumerAllocations['consumer']>) => ({
  project_id: consumer.project_id,
  user_id: consumer.user_id,
  consumer_generation: consumer.generation,
  consumer_type: consumer.consumer_type ?? 'unknown',
})

const show = handle(operations.showAllocations, async (call) => {
  const { consumer, providers } = await showAllocations(call.app)(call.params.consumer_uuid)
  const allocations = Object.fromEntries(
    providers.map(({ id, generation, resources }) => [id, { generation, resources: { ...resources } }]),
  )
  return fresh(call, { allocations, ...(consumer && ownerView(consumer)) }, consumer?.updated_at)
})

const set = handle(
  operations.setAllocations,
  async ({ app, params, body }) => {
    await setAllocations(app)([wantedFrom(app, consumerId(params.consumer_uuid), body)])
  },
  { lift: [['1.12', fromList]] },
)

const setMany = handle(operations.setManyAllocations, async ({ app, body }) => {
  await setAllocations(app)(Object.entries(body).map(([consumer, one]) => wantedFrom(app, consumer, one)))
})

const release = handle(operations.releaseAllocations, async ({ app, params }) => {
  await releaseAllocations(app)(params.consumer_uuid)
})

const listOfProvider = handle(operations.listProviderAllocations, async (call) => {
  const { provider, consumers } = await providerAllocations(call.app)(call.params.uuid)
  const shown = consumers.map(({ id, generation, resources }) => [
    id,
    { resources: { ...resources }, consumer_generation: generation },
  ])
  const body = { allocations: Object.fromEntries(shown), resource_provider_generation: provider.generation }
  return fresh(call, body, provider.updated_at)
})

const reshapeAll = handle(operations.reshape, async ({ app, body }) => {
  await reshape(app)({
    inventories: Object.fromEntries(
      Object.entries(body.inventories).map(([id, one]) => [id, wantedInventories(one)]),
    ),
    allocations: Object.entries(body.allocations).map(([consumer, one]) => wantedFrom(app, consumer, one)),
  })
})

export const allocations = [show, set, setMany, release, listOfProvider, reshapeAll]
