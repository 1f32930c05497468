import { bandwidthLimitRule, bandwidthLimitRuleOperations } from '@nimbo/contracts/network/qos-rules'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { networkPanel } from './network-panel.ts'

const fields = [field('max_kbps'), field('max_burst_kbps'), field('direction', { initial: 'egress' })]

export const qosBandwidthLimits = networkPanel({
  id: 'qos-bandwidth-limits',
  kind: bandwidthLimitRule,
  operations: bandwidthLimitRuleOperations,
  columns: [column('direction', { look: 'status' }), column('max_kbps'), column('max_burst_kbps')],
  filters: [],
  create: fields,
  update: fields,
})
