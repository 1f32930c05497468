import { empty, nullable, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { page, paging } from './pages.ts'
import { secretProperties } from './secrets.ts'

const Order = view({
  created: Type.String(),
  updated: Type.String(),
  status: Type.String(),
  type: Type.String(),
  meta: Type.Record(Type.String(), Type.Unknown()),
  creator_id: nullable(Type.String()),
  order_ref: Type.String(),
  secret_ref: Type.Optional(Type.String()),
  container_ref: Type.Optional(Type.String()),
  error_status_code: Type.Optional(Type.String()),
  error_reason: Type.Optional(Type.String()),
})

export type OrderView = Static<typeof Order>

/** Certificate orders need a CA, which Barbican no longer has. */
export const NewOrder = Type.Object(
  {
    type: oneOf(['key', 'asymmetric']),
    meta: Type.Object({ ...secretProperties, passphrase: Type.Optional(Type.String()) }),
  },
  { title: 'Order' },
)

export type NewOrder = Static<typeof NewOrder>

export const createOrder = operation({
  id: 'orders.create',
  method: 'POST',
  path: '/v1/orders',
  summary: 'Have a key or a pair of keys generated',
  rule: 'orders:post',
  on: ownProject,
  body: NewOrder,
  replies: { 202: view({ order_ref: Type.String() }) },
  errors: ['QuotaReached'],
})

export const listOrders = operation({
  id: 'orders.list',
  method: 'GET',
  path: '/v1/orders',
  summary: 'List the orders of the project',
  rule: 'orders:get',
  on: ownProject,
  query: Type.Object({ ...paging, meta: Type.Optional(Type.String()) }),
  replies: { 200: page({ orders: Type.Array(Order) }) },
})

export const updateOrder = operation({
  id: 'orders.update',
  method: 'PUT',
  path: '/v1/orders',
  summary: 'Refused: orders cannot be changed',
  rule: 'orders:put',
  on: ownProject,
  replies: { 204: empty },
  errors: ['OrderUpdate'],
})

export const showOrder = operation({
  id: 'orders.show',
  method: 'GET',
  path: '/v1/orders/{order_id}',
  summary: 'Show an order',
  rule: 'order:get',
  on: found('order'),
  replies: { 200: Order },
  errors: ['NoSuchOrder'],
})

export const deleteOrder = operation({
  id: 'orders.delete',
  method: 'DELETE',
  path: '/v1/orders/{order_id}',
  summary: 'Delete an order; what was generated stays',
  rule: 'order:delete',
  on: found('order'),
  replies: { 204: empty },
  errors: ['NoSuchOrder'],
})
