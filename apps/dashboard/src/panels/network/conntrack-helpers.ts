import { conntrackHelper, conntrackHelperOperations } from '@nimbo/contracts/network/conntrack-helper'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { networkPanel } from './network-panel.ts'

const fields = [
  field('protocol', { initial: 'udp' }),
  field('port', { label: 'port_number' }),
  field('helper'),
]

/** The conntrack helpers of a router, for protocols that open further connections. */
export const conntrackHelpers = networkPanel({
  id: 'conntrack-helpers',
  kind: conntrackHelper,
  operations: conntrackHelperOperations,
  columns: [column('helper'), column('protocol'), column('port', { label: 'port_number' })],
  filters: [],
  create: fields,
  update: fields,
})
