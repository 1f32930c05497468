import { metricApi } from '@nimbo/contracts/telemetry/metric/api'
import { listArchivePolicies, showArchivePolicy } from '@nimbo/contracts/telemetry/metric/archive-policies'
import { column } from '../../panel/column.ts'
import { type Item, textAt } from '../../panel/item.ts'
import { panel } from '../../panel/panel.ts'
import { itemsIn } from '../../panel/reply-items.ts'

/** The granularities and numbers of points of an archive policy: `0:05:00 × 8640`. */
const levelsOf = ({ definition }: Item): readonly string[] =>
  itemsIn(definition).map((level) => `${textAt(level, 'granularity')} × ${textAt(level, 'points')}`)

export const archivePolicies = panel({
  id: 'archive-policies',
  api: metricApi,
  key: 'name',
  list: { operation: listArchivePolicies, items: itemsIn },
  show: { operation: showArchivePolicy },
  columns: [
    column('name'),
    column('aggregation_methods', { look: 'list' }),
    column('definition', { look: 'list', value: levelsOf }),
    column('back_window'),
  ],
  filters: [{ name: 'name', byPage: true }],
  command: 'metric archive-policy show',
})
