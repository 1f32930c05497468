import {
  createService,
  deleteService,
  listServices,
  showService,
  updateService,
} from '@nimbo/contracts/identity/services'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { identityPanel } from './identity-panel.ts'

export const catalogServices = identityPanel({
  id: 'catalog-services',
  list: { operation: listServices },
  show: { operation: showService, key: 'service' },
  columns: [column('name'), column('type'), column('description'), column('enabled', { look: 'yes' })],
  create: {
    operation: createService,
    key: 'service',
    fields: [field('name'), field('type', { as: 'text' }), field('description')],
    command: 'service create',
    positional: 'type',
  },
  update: {
    operation: updateService,
    key: 'service',
    fields: [
      field('name', { as: 'text' }),
      field('description'),
      field('enabled', { as: 'switch', option: 'enable' }),
    ],
    command: 'service set',
  },
  remove: { operation: deleteService, command: 'service delete' },
  tabs: [
    {
      id: 'endpoints',
      panel: 'endpoints',
      within: ({ id }) => ({ query: { service_id: id }, initial: { service_id: id } }),
    },
  ],
  command: 'service show',
})
