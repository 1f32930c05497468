import { ok } from '@nimbo/http/reply'
import { routesOf } from '@nimbo/http/routes-of'
import type { NetworkApp } from '../app/network-app.ts'
import { errors } from '../errors.ts'

interface Extension {
  readonly alias: string
  readonly name: string
  readonly description: string
}

const extension = (alias: string, name: string, description: string): Extension => ({
  alias,
  name,
  description,
})

/** What this API has beyond the core. Clients and tests decide by it what they try, so it names only what works. */
const extensions: readonly Extension[] = [
  extension('agent', 'agent', 'The agents on the hosts'),
  extension('allowed-address-pairs', 'Allowed Address Pairs', 'Further addresses a port may send from'),
  extension('availability_zone', 'Availability Zone', 'Availability zones of agents'),
  extension('binding', 'Port Binding', 'How a port hangs on its host'),
  extension('bulk-port-create', 'Bulk Port Create', 'Several ports in one request'),
  extension('external-net', 'Neutron external network', 'Networks that lead outside'),
  extension('extra_dhcp_opt', 'Neutron Extra DHCP options', 'DHCP options of single ports'),
  extension('filter-validation', 'Filters validation', 'Unknown filters are refused'),
  extension('ip-substring-filtering', 'IP address substring filtering', 'Ports by a part of their addresses'),
  extension('net-mtu', 'Network MTU', 'The MTU of a network'),
  extension('net-mtu-writable', 'Network MTU (writable)', 'The MTU of a network can be set'),
  extension('network_availability_zone', 'Network Availability Zone', 'Availability zones of networks'),
  extension('pagination', 'Pagination support', 'Lists come in pages'),
  extension('port-security', 'Port Security', 'Filtering can be switched off for a port'),
  extension('project-id', 'project_id field enabled', 'Projects are named by project_id'),
  extension('provider', 'Provider Network', 'The wire below a network'),
  extension('quotas', 'Quota management support', 'Limits of a project'),
  extension('quota_details', 'Quota details management support', 'Limits of a project with what it uses'),
  extension('revision-if-match', 'If-Match constraints based on revision_number', 'Conditional changes'),
  extension('security-group', 'security-group', 'Filtering by groups of rules'),
  extension('sorting', 'Sorting support', 'Lists can be ordered'),
  extension('standard-attr-description', 'standard-attr-description', 'Descriptions of resources'),
  extension('standard-attr-revisions', 'Resource revision numbers', 'A number that counts the changes'),
  extension('standard-attr-tag', 'Tag support for resources with standard attribute', 'Tags of resources'),
  extension('standard-attr-timestamp', 'Resource timestamps', 'When a resource was made and changed'),
  extension('stateful-security-group', 'Stateful security group', 'Whether a group keeps state'),
  extension('subnet-service-types', 'Subnet service types', 'Subnets for ports of certain owners'),
]

const shown = (each: Extension) => ({ ...each, updated: '2026-01-01T00:00:00-00:00', links: [] })

const route = routesOf<NetworkApp>()
const policy = { inHandler: 'what an API can do is no secret to whoever has a token' }

export const listExtensions = route({
  method: 'GET',
  path: '/extensions',
  name: 'extensions.list',
  policy,
  replies: [200],
  handle: async () => ok({ extensions: extensions.map(shown) }),
})

export const showExtension = route({
  method: 'GET',
  path: '/extensions/{alias}',
  name: 'extensions.show',
  policy,
  replies: [200],
  handle: async ({ params }) => {
    const found = extensions.find(({ alias }) => alias === params.alias)
    if (!found) throw errors.ExtensionsNotFound({ extensions: params.alias })
    return ok({ extension: shown(found) })
  },
})
