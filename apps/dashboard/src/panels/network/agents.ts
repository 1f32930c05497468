import { deleteAgent, listAgents, showAgent, updateAgent } from '@nimbo/contracts/network/agents'
import { networkApi } from '@nimbo/contracts/network/api'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import type { Item } from '../../panel/item.ts'
import { panel } from '../../panel/panel.ts'

const within = ({ id }: Item) => ({ path: { agent_id: id } })
const isOf =
  (type: string) =>
  ({ agent_type }: Item): boolean =>
    agent_type === type

export const agents = panel({
  id: 'agents',
  api: networkApi,
  kind: 'agent',
  // Whether an agent is alive changes without a notification.
  polled: true,
  list: { operation: listAgents },
  show: { operation: showAgent, key: 'agent' },
  columns: [
    column('agent_type'),
    column('host'),
    column('availability_zone'),
    column('alive', { look: 'status', value: ({ alive }) => (alive === true ? 'up' : 'down') }),
    column('admin_state_up', { look: 'yes' }),
    column('heartbeat_timestamp', { look: 'date' }),
  ],
  details: [
    column('binary'),
    column('description'),
    column('configurations', { look: 'pairs' }),
    column('started_at', { look: 'date' }),
  ],
  filters: [
    { name: 'host' },
    { name: 'agent_type', choices: ['DHCP agent', 'L3 agent', 'Linux bridge agent', 'Metadata agent'] },
  ],
  update: { operation: updateAgent, key: 'agent', fields: [field('admin_state_up'), field('description')] },
  remove: { operation: deleteAgent, command: 'network agent delete' },
  tabs: [
    { id: 'agent-networks', panel: 'agent-networks', within, offered: isOf('DHCP agent') },
    { id: 'agent-routers', panel: 'agent-routers', within, offered: isOf('L3 agent') },
  ],
  command: 'network agent show',
})
