import type { Entry } from '../panel/entry.ts'

const compute = { area: 'project', group: 'compute', service: 'compute' } as const
const image = { area: 'project', group: 'compute', service: 'image' } as const
const volume = { area: 'project', group: 'volume', service: 'volume' } as const
const network = { area: 'project', group: 'network', service: 'network' } as const
const objects = { area: 'project', group: 'object-store', service: 'object-store' } as const
const overview = { area: 'project', group: 'overview' } as const
const keys = { area: 'project', group: 'key-manager', service: 'key-manager' } as const
const orchestration = { area: 'project', group: 'orchestration', service: 'orchestration' } as const
const telemetry = { area: 'project', group: 'telemetry' } as const
const access = { area: 'project', group: 'access' } as const

export const projectEntries: readonly Entry[] = [
  {
    ...overview,
    name: 'overview',
    page: async () => {
      // It lists the servers, so that their panel is loaded along with it.
      const [{ Overview }] = await Promise.all([
        import('../quota/overview.tsx'),
        import('./compute/servers.ts'),
      ])
      return Overview
    },
  },
  { ...compute, name: 'servers', panel: async () => (await import('./compute/servers.ts')).servers },
  {
    ...compute,
    name: 'create-server',
    page: async () => (await import('../server/create-server.tsx')).CreateServer,
    unlisted: true,
  },
  { ...image, name: 'images', panel: async () => (await import('./image/images.ts')).images },
  {
    ...image,
    name: 'create-image',
    page: async () => (await import('../image/create-image.tsx')).CreateImage,
    unlisted: true,
  },
  { ...compute, name: 'key-pairs', panel: async () => (await import('./compute/key-pairs.ts')).keyPairs },
  {
    ...compute,
    name: 'server-groups',
    panel: async () => (await import('./compute/server-groups.ts')).serverGroups,
  },
  {
    ...compute,
    name: 'server-interfaces',
    panel: async () => (await import('./compute/server-interfaces.ts')).serverInterfaces,
    unlisted: true,
  },
  {
    ...compute,
    name: 'server-security-groups',
    panel: async () => (await import('./compute/server-security-groups.ts')).serverSecurityGroups,
    unlisted: true,
  },
  {
    ...compute,
    name: 'server-volumes',
    panel: async () => (await import('./compute/server-volumes.ts')).serverVolumes,
    unlisted: true,
  },
  {
    ...compute,
    name: 'server-events',
    panel: async () => (await import('./compute/server-events.ts')).serverEvents,
    unlisted: true,
  },
  {
    ...compute,
    name: 'availability-zones',
    panel: async () => (await import('./compute/availability-zones.ts')).availabilityZones,
    unlisted: true,
  },
  {
    ...image,
    name: 'image-members',
    panel: async () => (await import('./image/image-members.ts')).imageMembers,
    unlisted: true,
  },
  { ...volume, name: 'volumes', panel: async () => (await import('./volume/volumes.ts')).volumes },
  { ...volume, name: 'snapshots', panel: async () => (await import('./volume/snapshots.ts')).snapshots },
  { ...volume, name: 'backups', panel: async () => (await import('./volume/backups.ts')).backups },
  {
    ...volume,
    name: 'volume-groups',
    panel: async () => (await import('./volume/volume-groups.ts')).volumeGroups,
  },
  {
    ...volume,
    name: 'group-snapshots',
    panel: async () => (await import('./volume/group-snapshots.ts')).groupSnapshots,
  },
  {
    ...volume,
    name: 'volume-transfers',
    panel: async () => (await import('./volume/transfers.ts')).volumeTransfers,
  },
  {
    ...volume,
    name: 'volume-messages',
    panel: async () => (await import('./volume/messages.ts')).volumeMessages,
    unlisted: true,
  },
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
  {
    ...objects,
    name: 'containers',
    panel: async () => (await import('./object-store/containers.ts')).containers,
  },
  {
    ...objects,
    name: 'objects',
    panel: async () => (await import('./object-store/objects.ts')).objects,
    unlisted: true,
  },
  { ...keys, name: 'secrets', panel: async () => (await import('./key-manager/secrets.ts')).secrets },
  {
    ...keys,
    name: 'secret-containers',
    panel: async () => (await import('./key-manager/secret-containers.ts')).secretContainers,
  },
  { ...keys, name: 'key-orders', panel: async () => (await import('./key-manager/key-orders.ts')).keyOrders },
  {
    ...orchestration,
    name: 'stacks',
    panel: async () => (await import('./orchestration/stacks.ts')).stacks,
  },
  {
    ...orchestration,
    name: 'launch-stack',
    page: async () => (await import('../stack/launch-stack.tsx')).LaunchStack,
    unlisted: true,
  },
  {
    ...orchestration,
    name: 'template-generator',
    page: async () => (await import('../generator/generator-page.tsx')).GeneratorPage,
  },
  {
    ...orchestration,
    name: 'stack-resources',
    panel: async () => (await import('./orchestration/stack-resources.ts')).stackResources,
    unlisted: true,
  },
  {
    ...orchestration,
    name: 'stack-events',
    panel: async () => (await import('./orchestration/stack-events.ts')).stackEvents,
    unlisted: true,
  },
  {
    ...orchestration,
    name: 'stack-snapshots',
    panel: async () => (await import('./orchestration/stack-snapshots.ts')).stackSnapshots,
    unlisted: true,
  },
  {
    ...orchestration,
    name: 'resource-types',
    panel: async () => (await import('./orchestration/resource-types.ts')).resourceTypes,
  },
  {
    ...orchestration,
    name: 'template-versions',
    panel: async () => (await import('./orchestration/template-versions.ts')).templateVersions,
  },
  {
    ...orchestration,
    name: 'template-functions',
    panel: async () => (await import('./orchestration/template-functions.ts')).templateFunctions,
    unlisted: true,
  },
  {
    ...telemetry,
    name: 'usage',
    page: async () => (await import('../usage/usage-page.tsx')).UsagePage,
  },
  {
    ...telemetry,
    service: 'metric',
    name: 'metrics',
    panel: async () => (await import('./telemetry/metrics.ts')).metrics,
  },
  {
    ...telemetry,
    service: 'alarming',
    name: 'alarms',
    panel: async () => (await import('./telemetry/alarms.ts')).alarms,
  },
  {
    ...telemetry,
    service: 'alarming',
    name: 'alarm-history',
    panel: async () => (await import('./telemetry/alarm-history.ts')).alarmHistory,
    unlisted: true,
  },
  { ...access, name: 'api-access', page: async () => (await import('../access/api-access.tsx')).ApiAccess },
]
