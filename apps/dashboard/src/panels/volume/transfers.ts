import { transfers } from '@nimbo/contracts/volume/transfers'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { volumePanel } from './volume-panel.ts'

export const volumeTransfers = volumePanel({
  id: 'volume-transfers',
  list: { operation: transfers.listInFull },
  show: { operation: transfers.show, key: 'transfer' },
  columns: [
    column('name'),
    column('volume_id', { look: 'reference', to: 'volumes' }),
    column('accepted', { look: 'yes' }),
    column('created_at', { look: 'date' }),
  ],
  filters: [{ name: 'name', byPage: true }],
  create: {
    operation: transfers.accept,
    fields: [
      field('transfer_id', { as: 'text', required: true, option: false }),
      field('auth_key', { as: 'secret', required: true }),
    ],
    path: ({ transfer_id }) => ({ transfer_id }),
    body: ({ auth_key }) => ({ accept: { auth_key } }),
  },
  remove: { operation: transfers.remove, command: 'volume transfer request delete' },
  command: 'volume transfer request show',
})
