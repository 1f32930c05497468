import type { Entry } from '../panel/entry.ts'

const compute = { area: 'admin', group: 'compute', service: 'compute' } as const
const volume = { area: 'admin', group: 'volume', service: 'volume' } as const
const network = { area: 'admin', group: 'network', service: 'network' } as const
const image = { area: 'admin', group: 'system', service: 'image' } as const
const orchestration = { area: 'admin', group: 'system', service: 'orchestration' } as const
const telemetry = { area: 'admin', group: 'system' } as const
const system = { area: 'admin', group: 'system' } as const

export const adminEntries: readonly Entry[] = [
  { ...compute, name: 'map', page: async () => (await import('../topology/map-page.tsx')).MapPage },
  {
    ...compute,
    name: 'hypervisors',
    panel: async () => (await import('./compute/hypervisors.ts')).hypervisors,
  },
  {
    ...compute,
    name: 'servers',
    panel: async () => (await import('./compute/admin-servers.ts')).adminServers,
  },
  { ...compute, name: 'flavors', panel: async () => (await import('./compute/flavors.ts')).flavors },
  { ...compute, name: 'aggregates', panel: async () => (await import('./compute/aggregates.ts')).aggregates },
  {
    ...compute,
    name: 'availability-zones',
    panel: async () => (await import('./compute/availability-zones.ts')).availabilityZones,
  },
  {
    ...compute,
    name: 'compute-services',
    panel: async () => (await import('./compute/compute-services.ts')).computeServices,
  },
  {
    ...compute,
    name: 'compute-hosts',
    panel: async () => (await import('./compute/compute-hosts.ts')).computeHosts,
    unlisted: true,
  },
  { ...compute, name: 'migrations', panel: async () => (await import('./compute/migrations.ts')).migrations },
  {
    ...compute,
    name: 'inventories',
    panel: async () => (await import('./compute/inventories.ts')).inventories,
    unlisted: true,
  },
  {
    ...compute,
    name: 'server-groups',
    panel: async () => (await import('./compute/admin-server-groups.ts')).adminServerGroups,
  },
  {
    ...compute,
    name: 'resource-providers',
    panel: async () => (await import('./compute/resource-providers.ts')).resourceProviders,
  },
  {
    ...compute,
    name: 'provider-usages',
    panel: async () => (await import('./compute/provider-usages.ts')).providerUsages,
    unlisted: true,
  },
  {
    ...compute,
    name: 'provider-traits',
    panel: async () => (await import('./compute/provider-traits.ts')).providerTraits,
    unlisted: true,
  },
  {
    ...compute,
    name: 'provider-allocations',
    panel: async () => (await import('./compute/provider-allocations.ts')).providerAllocations,
    unlisted: true,
  },
  {
    ...image,
    name: 'images',
    panel: async () => (await import('./image/admin-images.ts')).adminImages,
  },
  { ...volume, name: 'volumes', panel: async () => (await import('./volume/admin-volumes.ts')).adminVolumes },
  {
    ...volume,
    name: 'snapshots',
    panel: async () => (await import('./volume/admin-snapshots.ts')).adminSnapshots,
  },
  {
    ...volume,
    name: 'backups',
    panel: async () => (await import('./volume/admin-backups.ts')).adminBackups,
  },
  {
    ...volume,
    name: 'volume-groups',
    panel: async () => (await import('./volume/admin-volume-groups.ts')).adminVolumeGroups,
  },
  {
    ...volume,
    name: 'group-snapshots',
    panel: async () => (await import('./volume/admin-group-snapshots.ts')).adminGroupSnapshots,
  },
  {
    ...volume,
    name: 'volume-types',
    panel: async () => (await import('./volume/volume-types.ts')).volumeTypes,
  },
  {
    ...volume,
    name: 'volume-qos-specs',
    panel: async () => (await import('./volume/volume-qos-specs.ts')).volumeQosSpecs,
  },
  {
    ...volume,
    name: 'type-encryption',
    panel: async () => (await import('./volume/type-encryption.ts')).typeEncryption,
    unlisted: true,
  },
  { ...volume, name: 'group-types', panel: async () => (await import('./volume/group-types.ts')).groupTypes },
  {
    ...volume,
    name: 'volume-services',
    panel: async () => (await import('./volume/volume-services.ts')).volumeServices,
  },
  {
    ...volume,
    name: 'manageable-volumes',
    panel: async () => (await import('./volume/manageable-volumes.ts')).manageableVolumes,
    unlisted: true,
  },
  {
    ...volume,
    name: 'manageable-snapshots',
    panel: async () => (await import('./volume/manageable-snapshots.ts')).manageableSnapshots,
    unlisted: true,
  },
  { ...volume, name: 'pools', panel: async () => (await import('./volume/pools.ts')).pools },
  {
    ...network,
    name: 'networks',
    panel: async () => (await import('./network/admin-networks.ts')).adminNetworks,
  },
  {
    ...network,
    name: 'routers',
    panel: async () => (await import('./network/admin-routers.ts')).adminRouters,
  },
  {
    ...network,
    name: 'subnets',
    panel: async () => (await import('./network/admin-subnets.ts')).adminSubnets,
  },
  {
    ...network,
    name: 'ports',
    panel: async () => (await import('./network/admin-ports.ts')).adminPorts,
  },
  {
    ...network,
    name: 'floating-ips',
    panel: async () => (await import('./network/admin-floating-ips.ts')).adminFloatingIps,
  },
  {
    ...network,
    name: 'security-groups',
    panel: async () => (await import('./network/admin-security-groups.ts')).adminSecurityGroups,
  },
  {
    ...network,
    name: 'trunks',
    panel: async () => (await import('./network/admin-trunks.ts')).adminTrunks,
  },
  {
    ...network,
    name: 'qos-policies',
    panel: async () => (await import('./network/admin-qos-policies.ts')).adminQosPolicies,
  },
  {
    ...network,
    name: 'agent-networks',
    panel: async () => (await import('./network/agent-networks.ts')).agentNetworks,
    unlisted: true,
  },
  {
    ...network,
    name: 'agent-routers',
    panel: async () => (await import('./network/agent-routers.ts')).agentRouters,
    unlisted: true,
  },
  {
    ...network,
    name: 'network-agents',
    panel: async () => (await import('./network/network-agents.ts')).networkAgents,
    unlisted: true,
  },
  {
    ...network,
    name: 'segment-ranges',
    panel: async () => (await import('./network/segment-ranges.ts')).segmentRanges,
  },
  {
    ...network,
    name: 'metering-labels',
    panel: async () => (await import('./network/metering-labels.ts')).meteringLabels,
  },
  {
    ...network,
    name: 'metering-label-rules',
    panel: async () => (await import('./network/metering-label-rules.ts')).meteringLabelRules,
    unlisted: true,
  },
  {
    ...network,
    name: 'rbac-policies',
    panel: async () => (await import('./network/rbac-policies.ts')).rbacPolicies,
  },
  { ...network, name: 'agents', panel: async () => (await import('./network/agents.ts')).agents },
  {
    ...network,
    name: 'ip-availability',
    panel: async () => (await import('./network/ip-availability.ts')).ipAvailability,
  },
  {
    ...system,
    name: 'default-quotas',
    page: async () => (await import('../quota/default-quotas.tsx')).DefaultQuotas,
  },
  {
    ...image,
    name: 'metadata-properties',
    panel: async () => (await import('./image/metadata-properties.ts')).metadataProperties,
    unlisted: true,
  },
  {
    ...image,
    name: 'metadata-resource-types',
    panel: async () => (await import('./image/metadata-resource-types.ts')).metadataResourceTypes,
    unlisted: true,
  },
  {
    ...image,
    name: 'metadata-objects',
    panel: async () => (await import('./image/metadata-objects.ts')).metadataObjects,
    unlisted: true,
  },
  {
    ...image,
    name: 'metadata-namespaces',
    panel: async () => (await import('./image/metadata-namespaces.ts')).metadataNamespaces,
  },
  {
    ...system,
    name: 'catalog-services',
    panel: async () => (await import('./identity/catalog-services.ts')).catalogServices,
  },
  {
    ...system,
    name: 'regions',
    panel: async () => (await import('./identity/regions.ts')).regions,
  },
  { ...system, name: 'endpoints', panel: async () => (await import('./identity/endpoints.ts')).endpoints },
  {
    ...orchestration,
    name: 'stacks',
    panel: async () => (await import('./orchestration/admin-stacks.ts')).adminStacks,
  },
  {
    ...orchestration,
    name: 'engines',
    panel: async () => (await import('./orchestration/engines.ts')).engines,
  },
  {
    ...telemetry,
    service: 'metering',
    name: 'usage',
    page: async () => (await import('../usage/usage-page.tsx')).UsagePage,
  },
  {
    ...telemetry,
    service: 'metric',
    name: 'archive-policies',
    panel: async () => (await import('./telemetry/archive-policies.ts')).archivePolicies,
  },
]
