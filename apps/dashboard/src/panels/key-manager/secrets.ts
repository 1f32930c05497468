import { createSecret, deleteSecret, listSecrets, showPayload } from '@nimbo/contracts/key-manager/secrets'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { isItem, textAt } from '../../panel/item.ts'
import { keyManagerPanel } from './key-manager-panel.ts'

export const secrets = keyManagerPanel({
  id: 'secrets',
  reference: 'secret_ref',
  list: { operation: listSecrets },
  columns: [
    column('name'),
    column('secret_type'),
    column('status', { look: 'status' }),
    column('algorithm'),
    column('bit_length'),
    column('mode', { hidden: true }),
    column('expiration', { look: 'date' }),
    column('created', { look: 'date' }),
  ],
  details: [
    column('secret_ref', { look: 'code' }),
    column('content_types', { look: 'pairs' }),
    column('creator_id'),
    column('updated', { look: 'date' }),
  ],
  filters: [{ name: 'name', byPage: true }],
  create: {
    operation: createSecret,
    fields: [
      field('name', { as: 'text' }),
      field('secret_type', { initial: 'opaque' }),
      field('payload', { as: 'secret', option: false }),
      field('algorithm', { advanced: true }),
      field('bit_length', { advanced: true }),
      field('mode', { advanced: true }),
      field('expiration', { as: 'text', advanced: true }),
    ],
    body: (values) => ({ ...values, ...(values.payload ? { payload_content_type: 'text/plain' } : {}) }),
    command: 'secret store',
  },
  remove: { operation: deleteSecret, command: 'secret delete' },
  actions: [
    {
      id: 'download-payload',
      operation: showPayload,
      downloads: (secret) =>
        `/dashboard/api/proxy/key-manager/v1/secrets/${encodeURIComponent(textAt(secret, 'id'))}/payload`,
      // A secret without content types has no payload.
      hindered: ({ content_types: types }) => (isItem(types) ? undefined : { why: 'noPayload' }),
    },
  ],
  command: 'secret get',
})
