import * as contract from '@nimbo/contracts/key-manager/consumers'
import { answer } from '@nimbo/http/answer'
import {
  addContainerConsumer,
  addSecretConsumer,
  consumersOfContainer,
  consumersOfSecret,
  needContainerConsumer,
  removeContainerConsumer,
  removeSecretConsumer,
} from '../app/consumers.ts'
import { containerView } from '../app/container-view.ts'
import { referenceTo } from '../app/references.ts'
import { secretView } from '../app/secrets/secret-view.ts'
import { shownInstant } from '../domain/instants.ts'
import { handle } from './handle.ts'
import { aroundPage, windowOf } from './paging.ts'

const common = ({ created }: { readonly created: string }) => ({
  ...{ created: shownInstant(created), updated: shownInstant(created), status: 'ACTIVE' },
})

const listOfSecret = handle(contract.listSecretConsumers, async (call) => {
  const { id } = call.found.secret.row
  const window = windowOf(call.app, call.query)
  const page = await consumersOfSecret(call.app, id, window)
  return {
    consumers: page.rows.map(({ service, resource_type, resource_id, created }) => ({
      ...common({ created }),
      ...{ service, resource_type, resource_id },
    })),
    ...aroundPage(call, `secrets/${id}/consumers`, window, page),
  }
})

const addToSecret = handle(contract.addSecretConsumer, async (call) => {
  const { row } = call.found.secret
  await addSecretConsumer(call.app)(call.ctx, row, call.body)
  const location = `${referenceTo(call, 'secrets', row.id)}/consumers`
  return answer(await secretView(call, row), { headers: { location } })
})

const removeFromSecret = handle(contract.removeSecretConsumer, async (call) => {
  const { row } = call.found.secret
  await removeSecretConsumer(call.app)(call.ctx, row, call.body)
  return secretView(call, row)
})

const listOfContainer = handle(contract.listContainerConsumers, async (call) => {
  const { id } = call.found.container.row
  const window = windowOf(call.app, call.query)
  const page = await consumersOfContainer(call.app, id, window)
  return {
    consumers: page.rows.map(({ name, url, created }) => ({ ...common({ created }), name, URL: url })),
    ...aroundPage(call, `containers/${id}/consumers`, window, page),
  }
})

const addToContainer = handle(contract.addContainerConsumer, async (call) => {
  const { row } = call.found.container
  const { name, URL: url } = call.body
  await addContainerConsumer(call.app)(call.ctx, row, { name, url })
  const location = `${referenceTo(call, 'containers', row.id)}/consumers`
  return answer(await containerView(call, row), { headers: { location } })
})

const removeFromContainer = handle(contract.removeContainerConsumer, async (call) => {
  const { row } = call.found.container
  const { name, URL: url } = call.body
  await removeContainerConsumer(call.app)(call.ctx, row, { name, url })
  return containerView(call, row)
})

const show = handle(contract.showContainerConsumer, async ({ app, found, params }) => {
  const consumer = await needContainerConsumer(app, found.container.row.id, params.consumer_id)
  return { ...common(consumer), name: consumer.name, URL: consumer.url }
})

export const consumers = [
  ...[listOfSecret, addToSecret, removeFromSecret],
  ...[listOfContainer, addToContainer, removeFromContainer, show],
]
