import { createOrder, deleteOrder, listOrders } from '@nimbo/contracts/key-manager/orders'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { keyManagerPanel } from './key-manager-panel.ts'

/** Orders: requests to generate keys. */
export const keyOrders = keyManagerPanel({
  id: 'key-orders',
  reference: 'order_ref',
  list: { operation: listOrders },
  columns: [
    column('meta.name', { label: 'name' }),
    column('type'),
    column('status', { look: 'status' }),
    column('meta.algorithm', { label: 'algorithm' }),
    column('meta.bit_length', { label: 'bit_length' }),
    column('created', { look: 'date' }),
  ],
  details: [
    column('order_ref', { look: 'code' }),
    column('secret_ref', { look: 'code' }),
    column('container_ref', { look: 'code' }),
    column('error_reason', { label: 'fault' }),
    column('creator_id'),
  ],
  create: {
    operation: createOrder,
    fields: [
      field('name', { as: 'text' }),
      field('type', { initial: 'key' }),
      field('algorithm', { as: 'text', initial: 'aes', required: true }),
      field('bit_length', { as: 'number', initial: 256, required: true }),
      field('mode', { as: 'text', advanced: true }),
    ],
    body: ({ type, ...meta }) => ({
      type,
      meta: { ...meta, payload_content_type: 'application/octet-stream' },
    }),
    command: 'secret order create',
  },
  remove: { operation: deleteOrder, command: 'secret order delete' },
  command: 'secret order get',
})
