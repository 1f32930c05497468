import { dscpMarkingRule, dscpMarkingRuleOperations } from '@nimbo/contracts/network/qos-rules'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { networkPanel } from './network-panel.ts'

const fields = [field('dscp_mark')]

export const qosDscpMarks = networkPanel({
  id: 'qos-dscp-marks',
  kind: dscpMarkingRule,
  operations: dscpMarkingRuleOperations,
  columns: [column('dscp_mark')],
  filters: [],
  create: fields,
  update: fields,
})
