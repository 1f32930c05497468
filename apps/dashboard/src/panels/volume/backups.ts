import {
  createBackup,
  deleteBackup,
  forceDeleteBackup,
  listBackupsInFull,
  restoreBackup,
  showBackup,
  updateBackup,
} from '@nimbo/contracts/volume/backups'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { volumePanel } from './volume-panel.ts'
import { unlessIn } from './volume-state.ts'

export const backups = volumePanel({
  id: 'backups',
  kind: 'backup',
  list: { operation: listBackupsInFull, paged: true },
  show: { operation: showBackup, key: 'backup' },
  columns: [
    column('name', { sort: 'name' }),
    column('volume_id', { look: 'reference', to: 'volumes' }),
    column('size', { look: 'gib', sort: 'size' }),
    column('status', { look: 'status', sort: 'status' }),
    column('is_incremental', { look: 'yes' }),
    column('created_at', { look: 'date', sort: 'created_at' }),
  ],
  details: [
    column('description'),
    column('container'),
    column('fail_reason'),
    column('snapshot_id', { look: 'reference', to: 'snapshots' }),
    column('has_dependent_backups', { look: 'yes' }),
  ],
  filters: [{ name: 'name' }, { name: 'status', choices: ['available', 'creating', 'error', 'restoring'] }],
  create: {
    operation: createBackup,
    key: 'backup',
    fields: [
      field('volume_id', { to: 'volumes', option: false }),
      field('name'),
      field('description'),
      field('incremental', { as: 'switch' }),
      field('force', { as: 'switch', advanced: true }),
    ],
    command: 'volume backup create',
  },
  update: { operation: updateBackup, key: 'backup', fields: [field('name'), field('description')] },
  remove: {
    operation: deleteBackup,
    hindered: unlessIn('available', 'error'),
    command: 'volume backup delete',
  },
  actions: [
    {
      id: 'restore-backup',
      operation: restoreBackup,
      hindered: unlessIn('available'),
      form: {
        key: 'restore',
        fields: [field('volume_id', { to: 'volumes', narrow: { status: 'available' } }), field('name')],
      },
    },
    { id: 'force-delete', operation: forceDeleteBackup, asks: true },
  ],
  tabs: [
    { id: 'messages', panel: 'volume-messages', within: ({ id }) => ({ query: { resource_uuid: id } }) },
  ],
  command: 'volume backup show',
})
