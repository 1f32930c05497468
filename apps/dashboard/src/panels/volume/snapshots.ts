import {
  createSnapshot,
  deleteSnapshot,
  listSnapshotsInFull,
  mergeSnapshotMetadata,
  showSnapshot,
  updateSnapshot,
} from '@nimbo/contracts/volume/snapshots'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { backupOf, createVolumeFrom } from './copy-actions.ts'
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
  actions: [
    {
      ...{ id: 'create-volume', hindered: unlessIn('available') },
      ...createVolumeFrom(({ id }) => ({ snapshot_id: id })),
    },
    {
      id: 'launch',
      operation: showSnapshot,
      hindered: unlessIn('available'),
      opens: ({ id }) => `/project/create-server?snapshot=${String(id)}`,
    },
    {
      ...{ id: 'create-backup', hindered: unlessIn('available') },
      ...backupOf(({ id, volume_id }) => ({ volume_id, snapshot_id: id })),
    },
    {
      id: 'set-metadata',
      operation: mergeSnapshotMetadata,
      form: {
        fields: [field('metadata', { as: 'pairs', required: true, option: 'property' })],
        path: (_, { id }) => ({ snapshot_id: id }),
        command: 'volume snapshot set',
      },
    },
  ],
  tabs: [
    { id: 'messages', panel: 'volume-messages', within: ({ id }) => ({ query: { resource_uuid: id } }) },
  ],
  command: 'volume snapshot show',
})
