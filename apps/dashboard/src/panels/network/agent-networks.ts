import {
  addNetworkToAgent,
  listNetworksOfAgent,
  removeNetworkFromAgent,
} from '@nimbo/contracts/network/dhcp-scheduling'
import { networkApi } from '@nimbo/contracts/network/api'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { panel } from '../../panel/panel.ts'
import { projectColumn } from '../project-column.ts'

/** The networks that a DHCP agent serves. */
export const agentNetworks = panel({
  id: 'agent-networks',
  api: networkApi,
  kind: 'network',
  list: { operation: listNetworksOfAgent },
  columns: [
    column('name'),
    projectColumn,
    column('status', { look: 'status' }),
    column('shared', { look: 'yes' }),
  ],
  filters: [{ name: 'name', byPage: true }],
  create: {
    operation: addNetworkToAgent,
    fields: [field('network_id', { to: 'networks' })],
    command: 'network agent add network --dhcp',
  },
  remove: { operation: removeNetworkFromAgent, command: 'network agent remove network --dhcp' },
})
