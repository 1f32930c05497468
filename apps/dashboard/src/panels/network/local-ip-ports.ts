import { portAssociation, portAssociationOperations } from '@nimbo/contracts/network/local-ip'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { networkPanel } from './network-panel.ts'

const { list, create, delete: remove, show } = portAssociationOperations

/** The ports associated with a local IP. */
export const localIpPorts = networkPanel({
  id: 'local-ip-ports',
  polled: true,
  kind: portAssociation,
  key: 'fixed_port_id',
  operations: { list, create, show, delete: remove },
  columns: [
    column('fixed_port_id', { label: 'port_id', look: 'reference', to: 'ports' }),
    column('fixed_ip', { label: 'fixed_ip_address' }),
    column('local_ip_address', { label: 'ip_address' }),
    column('host'),
  ],
  filters: [{ name: 'fixed_port_id', byPage: true }],
  create: [
    field('fixed_port_id', { label: 'port_id', to: 'ports' }),
    field('fixed_ip', { label: 'fixed_ip_address', advanced: true }),
  ],
})
