import {
  createSnapshot,
  deleteSnapshot,
  listSnapshotsInFull,
  showSnapshot,
  updateSnapshot,
} from '@nimbo/contracts/volume/snapshots'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { volumePanel } from './volume-panel.ts'
import { unlessIn } from './volume-state.ts'

export const snapshots = volumePanel({
  id: 'snapshots',
  kind: 'snapshot',
  list: { operation: listSnapshotsInFull, paged: true },
  show: { operation: showSnapshot, key: 'snapshot' },
  columns: [
    column('name', { sort: 'name' }),
    column('volume_id', { look: 'reference', to: 'volumes' }),
    column('size', { look: 'gib' }),
    column('status', { look: 'status', sort: 'status' }),
    column('created_at', { look: 'date', sort: 'created_at' }),
  ],
  details: [
    column('description'),
    column('os-extended-snapshot-attributes:progress', { label: 'progress' }),
    column('metadata', { look: 'pairs' }),
  ],
  filters: [{ name: 'name' }, { name: 'status', choices: ['available', 'creating', 'error', 'deleting'] }],
  create: {
    operation: createSnapshot,
    key: 'snapshot',
    fields: [
      field('volume_id', { to: 'volumes', required: true, option: 'volume' }),
      field('name'),
      field('description'),
      field('force', { as: 'switch', advanced: true }),
    ],
    command: 'volume snapshot create',
  },
  update: {
    operation: updateSnapshot,
    key: 'snapshot',
    fields: [field('name'), field('description')],
    command: 'volume snapshot set',
  },
  remove: {
    operation: deleteSnapshot,
    hindered: unlessIn('available', 'error'),
    command: 'volume snapshot delete',
  },
  tabs: [
    { id: 'messages', panel: 'volume-messages', within: ({ id }) => ({ query: { resource_uuid: id } }) },
  ],
  command: 'volume snapshot show',
})
