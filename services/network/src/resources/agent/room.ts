import { agentNotifications } from '@nimbo/contracts/network/agents'
import { extension } from '../../api/extensions.ts'
import type { Room } from '../../api/room.ts'
import { migrations } from './migrations.ts'
import { agentRoutes } from './routes.ts'

export const agentRoom: Room = {
  listed: { name: 'agent', collection: 'agents', path: 'agents' },
  repositories: [],
  counted: [],
  routes: agentRoutes,
  migrations,
  notifications: agentNotifications,
  extensions: [
    extension('agent', 'agent', 'The agents on the hosts'),
    extension('agent-resources-synced', 'Agent resources synced', 'Whether placement knows what hosts offer'),
    extension('dhcp_agent_scheduler', 'DHCP Agent Scheduler', 'Which agents serve DHCP where'),
    extension('availability_zone', 'Availability Zone', 'Availability zones of agents'),
  ],
}
