import { type Method, operation } from '@nimbo/operation/operation'
import { anyone } from '@nimbo/operation/target'

/** Operations that OpenStack removed; they reply 410. */
const removed: readonly (readonly [
  what: string,
  path: string,
  methods: readonly Method[],
  action?: string,
])[] = [
  ['agent builds', '/os-agents', ['GET', 'POST']],
  ['agent builds', '/os-agents/{agent_build_id}', ['PUT', 'DELETE']],
  ['cells of version 1', '/os-cells', ['GET', 'POST']],
  ['cells of version 1', '/os-cells/capacities', ['GET']],
  ['cells of version 1', '/os-cells/detail', ['GET']],
  ['cells of version 1', '/os-cells/info', ['GET']],
  ['cells of version 1', '/os-cells/sync_instances', ['POST']],
  ['cells of version 1', '/os-cells/{cell_id}', ['GET', 'PUT', 'DELETE']],
  ['cells of version 1', '/os-cells/{cell_id}/capacities', ['GET']],
  ['root certificates', '/os-certificates', ['POST']],
  ['root certificates', '/os-certificates/root', ['GET']],
  ['cloudpipe VPNs', '/os-cloudpipe', ['GET', 'POST']],
  ['cloudpipe VPNs', '/os-cloudpipe/configure-project', ['PUT']],
  ['consoles of Xen', '/servers/{server_id}/consoles', ['GET', 'POST']],
  ['consoles of Xen', '/servers/{server_id}/consoles/{console_id}', ['GET', 'DELETE']],
  ['fixed IPs', '/os-fixed-ips/{fixed_ip}', ['GET']],
  ['fixed IPs', '/os-fixed-ips/{fixed_ip}/action', ['POST'], 'reserve'],
  ['fixed IPs', '/os-fixed-ips/{fixed_ip}/action', ['POST'], 'unreserve'],
  ['names of floating IPs', '/os-floating-ip-dns', ['GET']],
  ['names of floating IPs', '/os-floating-ip-dns/{domain}', ['PUT', 'DELETE']],
  ['names of floating IPs', '/os-floating-ip-dns/{domain}/entries/{name}', ['GET', 'PUT', 'DELETE']],
  ['floating IPs in bulk', '/os-floating-ips-bulk', ['GET', 'POST']],
  ['floating IPs in bulk', '/os-floating-ips-bulk/delete', ['PUT']],
  ['floating IPs in bulk', '/os-floating-ips-bulk/{host_name}', ['GET']],
  ['pings of servers', '/os-fping', ['GET']],
  ['pings of servers', '/os-fping/{instance_id}', ['GET']],
  ['networks of the compute service', '/os-networks', ['POST']],
  ['networks of the compute service', '/os-networks/add', ['POST']],
  ['networks of the compute service', '/os-networks/{network_id}', ['DELETE']],
  ...(['associate_host', 'disassociate', 'disassociate_host', 'disassociate_project'] as const).map(
    (action) =>
      ['networks of the compute service', '/os-networks/{network_id}/action', ['POST'], action] as const,
  ),
  ['networks of the compute service', '/os-tenant-networks', ['POST']],
  ['networks of the compute service', '/os-tenant-networks/{network_id}', ['DELETE']],
  ['default security rules', '/os-security-group-default-rules', ['GET', 'POST']],
  [
    'default security rules',
    '/os-security-group-default-rules/{security_group_default_rule_id}',
    ['GET', 'DELETE'],
  ],
  ['the reset of a guest’s network', '/servers/{server_id}/action', ['POST'], 'resetNetwork'],
  ['virtual interfaces', '/servers/{server_id}/os-virtual-interfaces', ['GET']],
]

const words = (path: string): string => path.replaceAll(/[{}]/g, '').split('/').filter(Boolean).join('.')

/** All removed operations; each replies 410 to any valid token. */
export const removedOperations = removed.flatMap(([what, path, methods, action]) =>
  methods.map((method) =>
    operation({
      id: `removed.${words(path)}.${[method.toLowerCase(), ...(action ? [action] : [])].join('.')}`,
      method,
      path,
      ...(action ? { action } : {}),
      summary: `Removed from OpenStack: ${what}`,
      on: anyone,
      replies: {},
      errors: ['Gone'],
    }),
  ),
)
