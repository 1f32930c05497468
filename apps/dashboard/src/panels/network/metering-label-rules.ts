import { meteringLabelRule, meteringLabelRuleOperations } from '@nimbo/contracts/network/metering-label'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { networkPanel } from './network-panel.ts'

const prefixes = ['remote_ip_prefix', 'source_ip_prefix', 'destination_ip_prefix']

/** The rules of a metering label, which select the traffic that it counts. */
export const meteringLabelRules = networkPanel({
  id: 'metering-label-rules',
  kind: meteringLabelRule,
  operations: meteringLabelRuleOperations,
  noun: 'network meter rule',
  columns: [
    column('direction', { look: 'status' }),
    column('excluded', { look: 'yes' }),
    ...prefixes.map((name) => column(name)),
  ],
  filters: [],
  create: [
    field('metering_label_id', { label: 'metering_label', to: 'metering-labels', option: false }),
    field('direction'),
    ...prefixes.map((name) => field(name)),
    field('excluded'),
  ],
})
