import {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  showEndpoint,
  updateEndpoint,
} from '@nimbo/contracts/identity/endpoints'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { identityPanel } from './identity-panel.ts'

const kinds = ['public', 'internal', 'admin']

export const endpoints = identityPanel({
  id: 'endpoints',
  list: { operation: listEndpoints },
  show: { operation: showEndpoint, key: 'endpoint' },
  columns: [
    column('url', { look: 'code' }),
    column('service_id', { look: 'reference', to: 'catalog-services' }),
    column('interface', { look: 'status' }),
    column('region_id'),
    column('enabled', { look: 'yes' }),
  ],
  filters: [
    { name: 'url', byPage: true },
    { name: 'interface', choices: kinds },
  ],
  create: {
    operation: createEndpoint,
    key: 'endpoint',
    fields: [
      field('service_id', { to: 'catalog-services', option: false }),
      field('interface', { choices: kinds, initial: 'public', option: false }),
      field('url', { option: false }),
      field('region_id', { as: 'text', option: 'region' }),
    ],
  },
  update: {
    operation: updateEndpoint,
    key: 'endpoint',
    fields: [field('url'), field('enabled', { as: 'switch' })],
  },
  remove: { operation: deleteEndpoint, command: 'endpoint delete' },
  command: 'endpoint show',
})
