import { meteringLabel, meteringLabelOperations } from '@nimbo/contracts/network/metering-label'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { projectColumn } from '../project-column.ts'
import { networkPanel } from './network-panel.ts'

export const meteringLabels = networkPanel({
  id: 'metering-labels',
  kind: meteringLabel,
  operations: meteringLabelOperations,
  noun: 'network meter',
  columns: [
    column('name', { sort: 'name' }),
    projectColumn,
    column('description'),
    column('shared', { look: 'yes' }),
  ],
  create: [field('name'), field('description'), field('shared', { option: 'share' })],
  tabs: [
    {
      id: 'rules',
      panel: 'metering-label-rules',
      within: ({ id }) => ({ query: { metering_label_id: id }, initial: { metering_label_id: id } }),
    },
  ],
})
