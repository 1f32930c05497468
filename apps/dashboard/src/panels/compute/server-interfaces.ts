import { computeApi } from '@nimbo/contracts/compute/api'
import { attachInterface, detachInterface, listInterfaces } from '@nimbo/contracts/compute/server-interfaces'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { panel } from '../../panel/panel.ts'

export const serverInterfaces = panel({
  id: 'server-interfaces',
  api: computeApi,
  kind: 'server',
  key: 'port_id',
  list: { operation: listInterfaces },
  columns: [
    column('port_id', { look: 'reference', to: 'ports' }),
    column('net_id', { label: 'network_id', look: 'reference', to: 'networks' }),
    column('fixed_ips', { look: 'fixed-ips' }),
    column('mac_addr', { label: 'mac_address', look: 'code' }),
    column('port_state', { label: 'status', look: 'status' }),
  ],
  create: {
    operation: attachInterface,
    key: 'interfaceAttachment',
    fields: [
      field('net_id', { label: 'network_id', to: 'networks', when: ({ port_id }) => !port_id }),
      field('port_id', { to: 'ports', when: ({ net_id }) => !net_id }),
    ],
  },
  remove: { operation: detachInterface },
})
