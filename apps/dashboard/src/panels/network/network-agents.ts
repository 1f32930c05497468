import { networkApi } from '@nimbo/contracts/network/api'
import { listAgentsOfNetwork } from '@nimbo/contracts/network/dhcp-scheduling'
import { panel } from '../../panel/panel.ts'
import { agents } from './agents.ts'

/** The DHCP agents of a network. */
export const networkAgents = panel({
  id: 'network-agents',
  api: networkApi,
  kind: 'agent',
  polled: true,
  list: { operation: listAgentsOfNetwork },
  columns: agents.columns,
})
