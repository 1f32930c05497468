import { portForwarding, portForwardingOperations } from '@nimbo/contracts/network/port-forwarding'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { networkPanel } from './network-panel.ts'

const ports = [field('external_port'), field('internal_port'), field('internal_ip_address')]

export const portForwardings = networkPanel({
  id: 'port-forwardings',
  kind: portForwarding,
  operations: portForwardingOperations,
  columns: [
    column('external_port'),
    column('protocol'),
    column('internal_ip_address'),
    column('internal_port'),
    column('internal_port_id', { look: 'reference', to: 'ports' }),
    column('description'),
  ],
  filters: [],
  create: [
    field('protocol', { initial: 'tcp' }),
    field('internal_port_id', { to: 'ports' }),
    ...ports.map((one) => ({ ...one, required: true })),
    field('description'),
  ],
  update: [...ports, field('description')],
})
