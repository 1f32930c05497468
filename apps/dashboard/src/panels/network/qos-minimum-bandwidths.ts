import { minimumBandwidthRule, minimumBandwidthRuleOperations } from '@nimbo/contracts/network/qos-rules'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { networkPanel } from './network-panel.ts'

const fields = [field('min_kbps'), field('direction', { initial: 'egress' })]

export const qosMinimumBandwidths = networkPanel({
  id: 'qos-minimum-bandwidths',
  kind: minimumBandwidthRule,
  operations: minimumBandwidthRuleOperations,
  columns: [column('direction', { look: 'status' }), column('min_kbps')],
  filters: [],
  create: fields,
  update: fields,
})
