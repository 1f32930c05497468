import { minimumPacketRateRule, minimumPacketRateRuleOperations } from '@nimbo/contracts/network/qos-rules'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { networkPanel } from './network-panel.ts'

const fields = [field('min_kpps'), field('direction', { initial: 'egress' })]

export const qosMinimumPacketRates = networkPanel({
  id: 'qos-minimum-packet-rates',
  kind: minimumPacketRateRule,
  operations: minimumPacketRateRuleOperations,
  columns: [column('direction', { look: 'status' }), column('min_kpps')],
  filters: [],
  create: fields,
  update: fields,
})
