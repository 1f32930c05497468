import type { Entry } from '../panel/entry.ts'
import { projectNetworkEntries } from './project-network-entries.ts'

const compute = { area: 'project', group: 'compute', service: 'compute' } as const
const image = { area: 'project', group: 'compute', service: 'image' } as const
const volume = { area: 'project', group: 'volume', service: 'volume' } as const
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
      // The overview lists servers, so the panel of servers is loaded at the same time.
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
  ...projectNetworkEntries,
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
