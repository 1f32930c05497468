import {
  createGroupSnapshot,
  deleteGroupSnapshot,
  listGroupSnapshotsInFull,
  showGroupSnapshot,
} from '@nimbo/contracts/volume/group-snapshots'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { copyOfGroup } from './copy-of-group.ts'
import { volumePanel } from './volume-panel.ts'

export const groupSnapshots = volumePanel({
  id: 'group-snapshots',
  kind: 'group_snapshot',
  list: { operation: listGroupSnapshotsInFull, paged: true },
  show: { operation: showGroupSnapshot, key: 'group_snapshot' },
  columns: [
    column('name', { sort: 'name' }),
    column('group_id', { look: 'reference', to: 'volume-groups' }),
    column('status', { look: 'status', sort: 'status' }),
    column('created_at', { look: 'date', sort: 'created_at' }),
  ],
  details: [column('description')],
  filters: [{ name: 'name', byPage: true }],
  create: {
    operation: createGroupSnapshot,
    key: 'group_snapshot',
    fields: [field('group_id', { to: 'volume-groups', option: false }), field('name'), field('description')],
    command: 'volume group snapshot create',
  },
  actions: [copyOfGroup('create-group', 'group_snapshot_id')],
  remove: { operation: deleteGroupSnapshot, command: 'volume group snapshot delete' },
  command: 'volume group snapshot show',
})
