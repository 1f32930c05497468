import { goldenSql } from '@nimbo/db/golden-sql.testing'
import * as dhcpBindings from './dhcp/dhcp-bindings.ts'
import * as fixedIps from './ipam/fixed-ips.ts'
import * as reportedSegments from './resource-providers/reported-segments.ts'
import * as wantedSegments from './resource-providers/wanted-segments.ts'
import * as agents from './resources/agent/agents.ts'
import { needsGateway, subnetNeeded } from './resources/floating-ip/needed-by.ts'
import { countAddresses } from './resources/network-ip-availability/count-addresses.ts'
import { referencesTo } from './resources/port/references-to-port.ts'
import * as memberships from './resources/port/memberships.ts'
import { routersLimitedBy } from './resources/qos-rule/routers-limited-by.ts'
import { routersOnSubnet } from './resources/router/routers-on-subnet.ts'
import { goldenRepositories } from '@nimbo/resource/rows/golden-repositories.testing'
import { scopesOfNetworks } from './resources/address-scope/address-scopes.ts'
import { takenSegments } from './resources/network/networks.ts'
import {
  ofDefaultGroups,
  ruleByIdentity,
  rulesOfGroups,
  shownRulesOfGroups,
} from './resources/security-group-rule/security-group-rules.ts'
import { addressesOfMembers } from './resources/security-group/addresses-of-members.ts'
import { defaultGroupOf } from './resources/security-group/security-groups.ts'
import { allocationsOf, defaultPool } from './resources/subnetpool/subnetpools.ts'
import { deleteSubPort, insertSubPorts, subPortsOf } from './resources/trunk/trunks.ts'
import { rooms } from './resources.ts'
import type { NetworkTables } from './tables.ts'

const url = import.meta.url

goldenRepositories<NetworkTables>(
  url,
  rooms.flatMap(({ repositories }) => repositories),
)

const ids = ['a', 'b']

goldenSql<typeof dhcpBindings, NetworkTables>(url, 'dhcp-bindings', {
  hostsServing: (db) => dhcpBindings.hostsServing(db, 'n'),
  networksServedBy: (db) => dhcpBindings.networksServedBy(db, 'h'),
  networksByHost: (db) => dhcpBindings.networksByHost(db),
  bindDhcp: (db) => dhcpBindings.bindDhcp(db, 'n', 'h'),
  unbindDhcp: (db) => dhcpBindings.unbindDhcp(db, 'n', 'h'),
  unservedNetworks: (db) => dhcpBindings.unservedNetworks(db),
})

const address = { subnet_id: 's', ip_address: '192.0.2.5' }
goldenSql<typeof fixedIps, NetworkTables>(url, 'fixed-ips', {
  fixedIpsOf: (db) => fixedIps.fixedIpsOf(db, ids),
  takeAddress: (db) => fixedIps.takeAddress(db, { id: 'p', network_id: 'n' }, address, 0),
  releaseAddress: (db) => fixedIps.releaseAddress(db, 'p', address),
  takenAddresses: (db) => fixedIps.takenAddresses(db, 's'),
  holderOf: (db) => fixedIps.holderOf(db, 's', '192.0.2.5'),
})

const now = '2026-01-31T12:00:00Z'
const report: agents.AgentReport = {
  ...{ agent_type: agents.l3AgentType, binary: 'neutron-l3-agent', topic: 'l3_agent', host: 'h' },
  ...{ configurations: '{}', vif_type: '', started_at: now, availability_zone: 'nova' },
  resources_synced: null,
}
goldenSql<typeof agents, NetworkTables>(url, 'agents', {
  wiringAgentsOn: (db) => agents.wiringAgentsOn(db, { host: 'h', since: now }),
  nicSwitchAgentsOn: (db) => agents.nicSwitchAgentsOn(db, { host: 'h', since: now }),
  allAgents: (db) => agents.allAgents(db),
  agentById: (db) => agents.agentById(db, 'a'),
  dhcpAgents: (db) => agents.dhcpAgents(db),
  l3Agents: (db) => agents.l3Agents(db),
  reportAgent: (db) => agents.reportAgent(db, report, 'a', now),
  l2Reaches: (db) => agents.l2Reaches(db),
  agentsToSync: (db) => agents.agentsToSync(db, now),
  markSynced: (db) => agents.markSynced(db, { id: 'a', configurations: '{}', started_at: now }),
  updateAgent: (db) => agents.updateAgent(db, 'a', { admin_state_up: 0 }),
  deleteAgent: (db) => agents.deleteAgent(db, 'a'),
})

goldenSql<Omit<typeof reportedSegments, 'createReportedSegments'>, NetworkTables>(url, 'reported-segments', {
  reportedSegments: (db) => reportedSegments.reportedSegments(db),
  recordSegment: (db) => reportedSegments.recordSegment(db, 's', '{}'),
  forgetSegment: (db) => reportedSegments.forgetSegment(db, 's'),
})

goldenSql<typeof wantedSegments, NetworkTables>(url, 'wanted-segments', {
  wantedSegments: (db) => wantedSegments.wantedSegments(db),
})

goldenSql<typeof memberships, NetworkTables>(url, 'security-group-memberships', {
  groupsOfPorts: (db) => memberships.groupsOfPorts(db, ids),
  joinGroups: (db) => memberships.joinGroups(db, 'p', ids),
  changeGroups: (db) => memberships.changeGroups(db, 'p', ids),
  hasMembers: (db) => memberships.hasMembers(db, 'g'),
})

goldenSql<typeof import('./resources/port/references-to-port.ts'), NetworkTables>(url, 'references-to-port', {
  referencesTo: (db) => referencesTo(db, 'p'),
})

goldenSql<typeof import('./resources/router/routers-on-subnet.ts'), NetworkTables>(url, 'routers-on-subnet', {
  routersOnSubnet: (db) => routersOnSubnet(db, 's'),
})

goldenSql<typeof import('./resources/security-group/security-groups.ts'), NetworkTables>(
  url,
  'default-security-group',
  { defaultGroupOf: (db) => defaultGroupOf(db, 'p') },
)

goldenSql<typeof import('./resources/security-group/addresses-of-members.ts'), NetworkTables>(
  url,
  'addresses-of-members',
  { addressesOfMembers: (db) => addressesOfMembers(db, ids) },
)

goldenSql<typeof import('./resources/security-group-rule/security-group-rules.ts'), NetworkTables>(
  url,
  'rules-of-security-groups',
  {
    rulesOfGroups: (db) => rulesOfGroups(db, ids),
    shownRulesOfGroups: (db) => shownRulesOfGroups(db, ids),
    ofDefaultGroups: (db) => ofDefaultGroups(db, ids),
    ruleByIdentity: (db) => ruleByIdentity(db, 'g', 'i'),
  },
)

const subPort = {
  ...{ port_id: 'p', segmentation_type: 'vlan', segmentation_id: 7, mac_address: 'fa:16:3e:00:00:01' },
} as const
goldenSql<typeof import('./resources/trunk/trunks.ts'), NetworkTables>(url, 'sub-ports', {
  subPortsOf: (db) => subPortsOf(db, ids),
  insertSubPorts: (db) => insertSubPorts(db, 't', [subPort]),
  deleteSubPort: (db) => deleteSubPort(db, 't', 'p'),
})

goldenSql<typeof import('./resources/subnetpool/subnetpools.ts'), NetworkTables>(url, 'subnetpool-use', {
  defaultPool: (db) => defaultPool(db, 4),
  allocationsOf: (db) => allocationsOf(db, 'p'),
})

goldenSql<typeof import('./resources/network/networks.ts'), NetworkTables>(url, 'taken-segments', {
  takenSegments: async (db) => {
    await takenSegments(db, 'vlan', 'physnet1', 1, 4094)
    await takenSegments(db, 'vxlan', null, 1, 4094)
  },
})

goldenSql<typeof import('./resources/address-scope/address-scopes.ts'), NetworkTables>(
  url,
  'scopes-of-networks',
  { scopesOfNetworks: (db) => scopesOfNetworks(db, ids, 4) },
)

goldenSql<typeof import('./resources/qos-rule/routers-limited-by.ts'), NetworkTables>(
  url,
  'routers-limited-by',
  { routersLimitedBy: (db) => routersLimitedBy(db, 'p') },
)

goldenSql<typeof import('./resources/floating-ip/needed-by.ts'), NetworkTables>(
  url,
  'needed-by-floating-ips',
  {
    needsGateway: (db) => needsGateway(db, 'r', 'n'),
    subnetNeeded: (db) => subnetNeeded(db, 'r', ids),
  },
)

goldenSql<typeof import('./resources/network-ip-availability/count-addresses.ts'), NetworkTables>(
  url,
  'count-addresses',
  {
    countAddresses: async (db) => {
      await countAddresses(db, {})
      await countAddresses(db, { networks: ids, names: ['n'], projects: ['p'], versions: [4] })
    },
  },
)
