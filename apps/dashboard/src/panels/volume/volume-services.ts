import { disableServiceWithReason, enableService, listServices } from '@nimbo/contracts/volume/services'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { volumePanel } from './volume-panel.ts'

export const volumeServices = volumePanel({
  id: 'volume-services',
  key: 'binary host',
  list: { operation: listServices },
  columns: [
    column('binary'),
    column('host'),
    column('zone'),
    column('status', { look: 'status' }),
    column('state', { look: 'status' }),
    column('updated_at', { look: 'date' }),
    column('disabled_reason'),
  ],
  filters: [{ name: 'host', byPage: true }],
  actions: [
    {
      id: 'disable',
      operation: disableServiceWithReason,
      form: {
        fields: [field('disabled_reason', { required: true, option: 'disable-reason' })],
        body: (values, { host, binary }) => ({ ...values, host, binary }),
      },
      offered: ({ status }) => status === 'enabled',
    },
    {
      id: 'enable',
      operation: enableService,
      body: ({ host, binary }) => ({ host, binary }),
      offered: ({ status }) => status !== 'enabled',
    },
  ],
})
