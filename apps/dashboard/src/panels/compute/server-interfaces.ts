import { computeApi } from '@nimbo/contracts/compute/api'
import { attachInterface, detachInterface, listInterfaces } from '@nimbo/contracts/compute/server-interfaces'
import { networkApi } from '@nimbo/contracts/network/api'
import { floatingIpOperations } from '@nimbo/contracts/network/floating-ip'
import { column } from '../../panel/column.ts'
import { field, type FormSpec } from '../../panel/form-spec.ts'
import { panel } from '../../panel/panel.ts'

/** The form that attaches an interface to a server. */
export const attachInterfaceForm: FormSpec = {
  operation: attachInterface,
  key: 'interfaceAttachment',
  fields: [
    field('net_id', { label: 'network_id', to: 'networks', when: ({ port_id }) => !port_id }),
    field('port_id', { to: 'ports', when: ({ net_id }) => !net_id }),
  ],
}

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
  create: attachInterfaceForm,
  remove: { operation: detachInterface },
  actions: [
    {
      id: 'associate-floating-ip',
      operation: floatingIpOperations.update,
      api: networkApi,
      form: {
        fields: [field('floatingip_id', { to: 'floating-ips', required: true, option: false })],
        path: ({ floatingip_id }) => ({ floatingip_id }),
        body: (_, { port_id }) => ({ floatingip: { port_id } }),
      },
    },
  ],
})
