import { listManageableSnapshotsInFull, manageSnapshot } from '@nimbo/contracts/volume/manageable'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { itemsUnder } from '../../panel/reply-items.ts'
import { manageableColumns, unlessSafe, withReference } from './manageable.ts'
import { volumePanel } from './volume-panel.ts'

export const manageableSnapshots = volumePanel({
  id: 'manageable-snapshots',
  list: {
    operation: listManageableSnapshotsInFull,
    items: (reply) => itemsUnder('manageable-snapshots')(reply).map(withReference),
  },
  columns: [...manageableColumns, column('source_reference', { label: 'volume_id', look: 'pairs' })],
  actions: [
    {
      id: 'manage',
      operation: manageSnapshot,
      hindered: unlessSafe,
      form: {
        key: 'snapshot',
        fields: [field('volume_id', { to: 'volumes', required: true }), field('name'), field('description')],
        body: (values, { reference }) => ({ snapshot: { ...values, ref: reference } }),
      },
    },
  ],
})
