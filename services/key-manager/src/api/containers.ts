import * as contract from '@nimbo/contracts/key-manager/containers'
import { answer } from '@nimbo/http/answer'
import { containerView, containerViews } from '../app/container-view.ts'
import {
  addToContainer,
  createContainer,
  dropContainer,
  findContainers,
  takeFromContainer,
} from '../app/containers.ts'
import { baseOf, referenceTo } from '../app/references.ts'
import { handle } from './handle.ts'
import { aroundPage, windowOf } from './paging.ts'

const create = handle(contract.createContainer, async (call) => {
  const id = await createContainer(call.app)(call.ctx, call.body, baseOf(call))
  const container_ref = referenceTo(call, 'containers', id)
  return answer({ container_ref }, { headers: { location: container_ref } })
})

const list = handle(contract.listContainers, async (call) => {
  const { app, ctx, query } = call
  const window = windowOf(app, query)
  const page = await findContainers(app, ctx, query, window)
  return {
    containers: await containerViews(call, page.rows),
    ...aroundPage(call, 'containers', window, page),
  }
})

const show = handle(contract.showContainer, (call) => containerView(call, call.found.container.row))

const remove = handle(contract.deleteContainer, ({ app, found }) =>
  dropContainer(app, found.container.row.id),
)

const addSecret = handle(contract.addSecret, async (call) => {
  const { row } = call.found.container
  await addToContainer(call.app)(call.ctx, row, call.body)
  const container_ref = referenceTo(call, 'containers', row.id)
  return answer({ container_ref }, { headers: { location: container_ref } })
})

const removeSecret = handle(contract.removeSecret, ({ app, ctx, found, body }) =>
  takeFromContainer(app)(ctx, found.container.row, body),
)

export const containers = [create, list, show, remove, addSecret, removeSecret]
