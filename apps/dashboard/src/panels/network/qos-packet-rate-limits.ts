import { packetRateLimitRule, packetRateLimitRuleOperations } from '@nimbo/contracts/network/qos-rules'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { networkPanel } from './network-panel.ts'

const fields = [field('max_kpps'), field('max_burst_kpps'), field('direction', { initial: 'egress' })]

export const qosPacketRateLimits = networkPanel({
  id: 'qos-packet-rate-limits',
  kind: packetRateLimitRule,
  operations: packetRateLimitRuleOperations,
  columns: [column('direction', { look: 'status' }), column('max_kpps'), column('max_burst_kpps')],
  filters: [],
  create: fields,
  update: fields,
})
