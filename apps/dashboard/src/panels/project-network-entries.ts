import type { Entry } from '../panel/entry.ts'

const network = { area: 'project', group: 'network', service: 'network' } as const

/** The pages of a project's networks. */
export const projectNetworkEntries: readonly Entry[] = [
  {
    ...network,
    name: 'topology',
    page: async () => (await import('../topology/topology-page.tsx')).TopologyPage,
  },
  { ...network, name: 'networks', panel: async () => (await import('./network/networks.ts')).networks },
  { ...network, name: 'subnets', panel: async () => (await import('./network/subnets.ts')).subnets },
  { ...network, name: 'ports', panel: async () => (await import('./network/ports.ts')).ports },
  { ...network, name: 'routers', panel: async () => (await import('./network/routers.ts')).routers },
  {
    ...network,
    name: 'port-fixed-ips',
    panel: async () => (await import('./network/port-fixed-ips.ts')).portFixedIps,
    unlisted: true,
  },
  {
    ...network,
    name: 'port-address-pairs',
    panel: async () => (await import('./network/port-address-pairs.ts')).portAddressPairs,
    unlisted: true,
  },
  {
    ...network,
    name: 'router-routes',
    panel: async () => (await import('./network/router-routes.ts')).routerRoutes,
    unlisted: true,
  },
  {
    ...network,
    name: 'floating-ips',
    panel: async () => (await import('./network/floating-ips.ts')).floatingIps,
  },
  {
    ...network,
    name: 'security-groups',
    panel: async () => (await import('./network/security-groups.ts')).securityGroups,
  },
  {
    ...network,
    name: 'security-group-rules',
    panel: async () => (await import('./network/security-group-rules.ts')).securityGroupRules,
    unlisted: true,
  },
  {
    ...network,
    name: 'port-forwardings',
    panel: async () => (await import('./network/port-forwardings.ts')).portForwardings,
    unlisted: true,
  },
  { ...network, name: 'trunks', panel: async () => (await import('./network/trunks.ts')).trunks },
  {
    ...network,
    name: 'qos-policies',
    panel: async () => (await import('./network/qos-policies.ts')).qosPolicies,
  },
  {
    ...network,
    name: 'qos-bandwidth-limits',
    panel: async () => (await import('./network/qos-bandwidth-limits.ts')).qosBandwidthLimits,
    unlisted: true,
  },
  {
    ...network,
    name: 'qos-dscp-marks',
    panel: async () => (await import('./network/qos-dscp-marks.ts')).qosDscpMarks,
    unlisted: true,
  },
  {
    ...network,
    name: 'qos-minimum-bandwidths',
    panel: async () => (await import('./network/qos-minimum-bandwidths.ts')).qosMinimumBandwidths,
    unlisted: true,
  },
  {
    ...network,
    name: 'qos-minimum-packet-rates',
    panel: async () => (await import('./network/qos-minimum-packet-rates.ts')).qosMinimumPacketRates,
    unlisted: true,
  },
  {
    ...network,
    name: 'qos-packet-rate-limits',
    panel: async () => (await import('./network/qos-packet-rate-limits.ts')).qosPacketRateLimits,
    unlisted: true,
  },
  { ...network, name: 'local-ips', panel: async () => (await import('./network/local-ips.ts')).localIps },
  {
    ...network,
    name: 'local-ip-ports',
    panel: async () => (await import('./network/local-ip-ports.ts')).localIpPorts,
    unlisted: true,
  },
  {
    ...network,
    name: 'ndp-proxies',
    panel: async () => (await import('./network/ndp-proxies.ts')).ndpProxies,
  },
  {
    ...network,
    name: 'conntrack-helpers',
    panel: async () => (await import('./network/conntrack-helpers.ts')).conntrackHelpers,
    unlisted: true,
  },
  {
    ...network,
    name: 'address-groups',
    panel: async () => (await import('./network/address-groups.ts')).addressGroups,
  },
  {
    ...network,
    name: 'address-scopes',
    panel: async () => (await import('./network/address-scopes.ts')).addressScopes,
  },
  {
    ...network,
    name: 'subnet-pools',
    panel: async () => (await import('./network/subnet-pools.ts')).subnetPools,
  },
]
