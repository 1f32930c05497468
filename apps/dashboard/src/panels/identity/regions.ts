import {
  createRegion,
  deleteRegion,
  listRegions,
  showRegion,
  updateRegion,
} from '@nimbo/contracts/identity/regions'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { identityPanel } from './identity-panel.ts'

const fields = [
  field('description', { as: 'text' }),
  field('parent_region_id', { label: 'parent_id', to: 'regions', option: 'parent-region' }),
]

export const regions = identityPanel({
  id: 'regions',
  kind: 'region',
  list: { operation: listRegions },
  show: { operation: showRegion, key: 'region' },
  columns: [
    column('id', { label: 'name' }),
    column('description'),
    column('parent_region_id', { label: 'parent_id', look: 'reference', to: 'regions' }),
  ],
  create: {
    ...{ operation: createRegion, key: 'region', positional: 'id', command: 'region create' },
    fields: [field('id', { as: 'text', label: 'name', required: true, option: false }), ...fields],
  },
  update: { operation: updateRegion, key: 'region', fields, command: 'region set' },
  remove: { operation: deleteRegion, command: 'region delete' },
  command: 'region show',
})
