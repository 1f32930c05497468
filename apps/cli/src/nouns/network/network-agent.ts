import { deleteAgent, listAgents, showAgent, updateAgent } from '@nimbo/contracts/network/agents'
import { addNetworkToAgent, removeNetworkFromAgent } from '@nimbo/contracts/network/dhcp-scheduling'
import { addRouterToAgent, removeRouterFromAgent } from '@nimbo/contracts/network/l3-scheduling'
import { findId, type Kind } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { many, one } from '../../grammar/command.ts'
import { deletes, does, lists, shows } from '../../grammar/declared.ts'
import { either, flag, oneOf, text } from '../../grammar/option.ts'
import { column, recordCell, wordCell } from '../../output/cells.ts'
import type { Columns } from '../../output/result.ts'
import { networkKind, routerKind } from './network-kinds.ts'

const service = 'network'
const agent = one('<network-agent>', 'Network agent (ID)')
const agentKind: Kind = {
  ...{ service, list: listAgents, show: showAgent, remove: deleteAgent, label: 'NetworkAgent' },
}

/** The CLI's names of agent types, with those of the network service. */
const types = {
  dhcp: 'DHCP agent',
  l3: 'L3 agent',
  'linux-bridge': 'Linux bridge agent',
  metadata: 'Metadata agent',
} as const

const alive = wordCell('alive', ':-)', 'XXX')
const state = wordCell('admin_state_up', 'UP', 'DOWN')

const columns: Columns = {
  admin_state_up: state,
  agent_type: 'agent_type',
  alive,
  availability_zone: 'availability_zone',
  binary: 'binary',
  configuration: column(recordCell, 'configurations'),
  created_at: 'created_at',
  description: 'description',
  ha_state: 'ha_state',
  host: 'host',
  id: 'id',
  last_heartbeat_at: 'heartbeat_timestamp',
  started_at: 'started_at',
  topic: 'topic',
}

const network = one('<network>', 'Network (name or ID)')
const router = one('<router>', 'Router (name or ID)')
const [dhcp, l3] = [flag('The agent is a DHCP agent'), flag('The agent is an L3 agent')]

/** Which type of agent hosts which kind of resource. */
const scheduling = [
  does({
    words: 'network agent add network',
    summary: 'Add network to an agent',
    ...{ service, operation: addNetworkToAgent },
    positionals: { agent, network },
    options: { dhcp },
    request: async ({ agent: agent_id, network: called }, session) => ({
      path: { agent_id },
      body: { network_id: await findId(session, networkKind, called) },
    }),
  }),
  does({
    words: 'network agent remove network',
    summary: 'Remove network from an agent',
    ...{ service, operation: removeNetworkFromAgent },
    positionals: { agent, network },
    options: { dhcp },
    request: async ({ agent: agent_id, network: called }, session) => ({
      path: { agent_id, network_id: await findId(session, networkKind, called) },
    }),
  }),
  does({
    words: 'network agent add router',
    summary: 'Add router to an agent',
    ...{ service, operation: addRouterToAgent },
    positionals: { agent, router },
    options: { l3 },
    request: async ({ agent: agent_id, router: called }, session) => ({
      path: { agent_id },
      body: { router_id: await findId(session, routerKind, called) },
    }),
  }),
  does({
    words: 'network agent remove router',
    summary: 'Remove router from an agent',
    ...{ service, operation: removeRouterFromAgent },
    positionals: { agent, router },
    options: { l3 },
    request: async ({ agent: agent_id, router: called }, session) => ({
      path: { agent_id, router_id: await findId(session, routerKind, called) },
    }),
  }),
]

export const networkAgentCommands = [
  ...scheduling,
  lists({
    words: 'network agent list',
    summary: 'List network agents',
    ...{ service, operation: listAgents },
    options: {
      agentType: oneOf(['dhcp', 'l3', 'linux-bridge', 'metadata'], 'List only agents of this type'),
      host: text('<host>', 'List only agents on this host'),
      long: flag('List additional fields in output'),
    },
    request: ({ agentType, host }) => ({
      query: given({ agent_type: agentType === undefined ? undefined : types[agentType], host }),
    }),
    columns: () => ({
      ID: 'id',
      'Agent Type': 'agent_type',
      Host: 'host',
      'Availability Zone': 'availability_zone',
      Alive: alive,
      State: state,
      Binary: 'binary',
    }),
  }),
  shows({
    words: 'network agent show',
    summary: 'Display network agent details',
    ...{ service, operation: showAgent, columns },
    positionals: { agent },
    request: ({ agent: agent_id }) => ({ path: { agent_id } }),
  }),
  does({
    words: 'network agent set',
    summary: 'Set network agent properties',
    ...{ service, operation: updateAgent },
    positionals: { agent },
    options: {
      description: text('<description>', 'Description of the agent'),
      admin: either({ '--enable': true, '--disable': false }, 'Enable or disable network agent'),
    },
    request: ({ agent: agent_id, description, admin }) => ({
      path: { agent_id },
      body: { agent: given({ description, admin_state_up: admin }) },
    }),
  }),
  deletes(
    'network agent delete',
    'Delete network agent(s)',
    agentKind,
    many('<network-agent>', 'Network agent(s) to delete (ID only)'),
  ),
]
