import {
  createSnapshot,
  deleteSnapshot,
  listSnapshots,
  restoreSnapshot,
} from '@nimbo/contracts/orchestration/snapshots'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { orchestrationPanel } from './orchestration-panel.ts'

export const stackSnapshots = orchestrationPanel({
  id: 'stack-snapshots',
  kind: 'stack',
  list: { operation: listSnapshots },
  columns: [
    column('name'),
    column('status', { look: 'status' }),
    column('status_reason'),
    column('creation_time', { label: 'created_at', look: 'date' }),
  ],
  create: { operation: createSnapshot, fields: [field('name')], command: 'stack snapshot create' },
  actions: [{ id: 'restore', operation: restoreSnapshot, asks: true, command: 'stack snapshot restore' }],
  remove: { operation: deleteSnapshot, command: 'stack snapshot delete' },
})
