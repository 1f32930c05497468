import * as contract from '@nimbo/contracts/key-manager/orders'
import { answer } from '@nimbo/http/answer'
import { createOrder, dropOrder, findOrders } from '../app/orders.ts'
import { referenceTo, type Shower } from '../app/references.ts'
import type { Order } from '../db/tables.ts'
import { shownInstant } from '../domain/instants.ts'
import { errors } from '../errors.ts'
import { handle } from './handle.ts'
import { aroundPage, windowOf } from './paging.ts'

const view = (call: Shower, order: Order): contract.OrderView => {
  const { id, status, type, creator_id, secret_id, container_id } = order
  return {
    ...{ created: shownInstant(order.created), updated: shownInstant(order.updated), status, type },
    ...{ meta: JSON.parse(order.meta), creator_id, order_ref: referenceTo(call, 'orders', id) },
    ...(secret_id === null ? {} : { secret_ref: referenceTo(call, 'secrets', secret_id) }),
    ...(container_id === null ? {} : { container_ref: referenceTo(call, 'containers', container_id) }),
    ...(order.error_status_code === null ? {} : { error_status_code: order.error_status_code }),
    ...(order.error_reason === null ? {} : { error_reason: order.error_reason }),
  }
}

const create = handle(contract.createOrder, async (call) => {
  const order_ref = referenceTo(call, 'orders', await createOrder(call.app)(call.ctx, call.body))
  return answer({ order_ref }, { headers: { location: order_ref } })
})

const list = handle(contract.listOrders, async (call) => {
  const { app, ctx, query } = call
  const window = windowOf(app, query)
  const page = await findOrders(app, ctx, query.meta, window)
  return {
    orders: page.rows.map((order) => view(call, order)),
    ...aroundPage(call, 'orders', window, page),
  }
})

const update = handle(contract.updateOrder, async () => {
  throw errors.OrderUpdate()
})

const show = handle(contract.showOrder, async (call) => view(call, call.found.order))

const remove = handle(contract.deleteOrder, ({ app, found }) => dropOrder(app, found.order.id))

export const orders = [create, list, update, show, remove]
