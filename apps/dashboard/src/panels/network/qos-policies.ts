import { qosPolicy, qosPolicyOperations } from '@nimbo/contracts/network/qos-policy'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import type { Item } from '../../panel/item.ts'
import { networkPanel } from './network-panel.ts'
import { ownedDetails } from './owned-columns.ts'

const within = ({ id }: Item) => ({ path: { policy_id: id } })

export const qosPolicies = networkPanel({
  id: 'qos-policies',
  kind: qosPolicy,
  operations: qosPolicyOperations,
  noun: 'network qos policy',
  columns: [
    column('name', { sort: 'name' }),
    column('description', { sort: 'description' }),
    column('shared', { look: 'yes', sort: 'shared' }),
    column('is_default', { look: 'yes' }),
  ],
  details: ownedDetails.slice(1),
  create: [
    field('name', { required: true }),
    field('description'),
    field('shared', { option: 'share', advanced: true }),
    field('is_default', { option: 'default', advanced: true }),
  ],
  update: [field('name'), field('description')],
  tabs: [
    { id: 'bandwidth-limits', panel: 'qos-bandwidth-limits', within },
    { id: 'dscp-marks', panel: 'qos-dscp-marks', within },
    { id: 'minimum-bandwidths', panel: 'qos-minimum-bandwidths', within },
    { id: 'minimum-packet-rates', panel: 'qos-minimum-packet-rates', within },
    { id: 'packet-rate-limits', panel: 'qos-packet-rate-limits', within },
  ],
})
