import {
  addHost,
  createAggregate,
  deleteAggregate,
  listAggregates,
  removeHost,
  setMetadata,
  showAggregate,
  updateAggregate,
} from '@nimbo/contracts/compute/aggregates'
import { computeApi } from '@nimbo/contracts/compute/api'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { panel } from '../../panel/panel.ts'

const host = field('host', { to: 'compute-services', send: 'host', required: true, option: false })
const named = [field('name'), field('availability_zone', { option: 'zone' })]

export const aggregates = panel({
  id: 'aggregates',
  api: computeApi,
  kind: 'aggregate',
  list: { operation: listAggregates },
  show: { operation: showAggregate, key: 'aggregate' },
  columns: [
    column('name'),
    column('availability_zone'),
    column('hosts', { look: 'list' }),
    column('metadata', { look: 'pairs' }),
  ],
  details: [column('uuid'), column('created_at', { look: 'date' }), column('updated_at', { look: 'date' })],
  filters: [{ name: 'name', byPage: true }],
  create: { operation: createAggregate, key: 'aggregate', fields: named, command: 'aggregate create' },
  update: { operation: updateAggregate, key: 'aggregate', fields: named, command: 'aggregate set' },
  remove: { operation: deleteAggregate, command: 'aggregate delete' },
  actions: [
    { id: 'add-host', operation: addHost, form: { key: 'add_host', fields: [host] } },
    { id: 'remove-host', operation: removeHost, form: { key: 'remove_host', fields: [host] } },
    {
      id: 'set-metadata',
      operation: setMetadata,
      form: {
        key: 'set_metadata',
        fields: [field('metadata', { as: 'pairs', required: true, option: 'property' })],
        command: 'aggregate set',
      },
    },
  ],
  command: 'aggregate show',
})
