import type { ServerId } from '@nimbo/kernel/ids'
import type { EmbeddedFlavor, RequestSpec } from '../servers/request-spec.ts'
import type { HostState } from './host-state.ts'
import type { SchedulingRequest } from './scheduling-request.ts'

/** A host with plenty of free resources, for tests, with some parts replaced. */
export const sampleHost = (parts: Partial<HostState> = {}): HostState => ({
  host: 'host-1',
  node: parts.host ?? 'host-1',
  nodeId: `node-of-${parts.host ?? 'host-1'}`,
  cellId: 'cell-1',
  service: { up: true, awaited: false, disabled: false, disabledReason: null },
  availabilityZone: 'nova',
  hypervisorType: 'QEMU',
  hypervisorVersion: 7_002_000,
  cpuInfo: { arch: 'x86_64', features: ['sse4.2', 'avx2'] },
  supportedInstances: [['x86_64', 'qemu', 'hvm']],
  aggregateMetadata: {},
  total: { vcpus: 8, memoryMb: 8192, diskGb: 100 },
  used: { vcpus: 0, memoryMb: 0, diskGb: 0 },
  free: { vcpus: 8, memoryMb: 8192, diskGb: 100 },
  hostIp: '192.0.2.1',
  failedBuilds: 0,
  servers: { count: 0, busy: 0, imageProperties: [] },
  pciFree: 0,
  ...parts,
})

/** A request for a small server, for tests. */
export const sampleRequest = ({
  spec = {},
  flavor = {},
  ...parts
}: Partial<Omit<SchedulingRequest, 'spec'>> & {
  readonly spec?: Partial<RequestSpec>
  readonly flavor?: Partial<EmbeddedFlavor>
} = {}): SchedulingRequest => ({
  spec: {
    serverId: 'server-1' as ServerId,
    projectId: 'project-1',
    userId: 'user-1',
    userName: 'ada',
    projectName: 'engines',
    flavor: {
      id: '1',
      name: 'm1.small',
      vcpus: 1,
      memoryMb: 2048,
      rootGb: 20,
      ephemeralGb: 0,
      swapMb: 0,
      description: null,
      extraSpecs: {},
      ...flavor,
    },
    schedulerHints: {},
    networks: 'none',
    securityGroups: [],
    ...spec,
  },
  bootsFromVolume: false,
  ignoreHosts: [],
  groupHosts: {},
  groupMembers: new Map(),
  hostsOfHinted: new Map(),
  ...parts,
})

/** An image with these properties and nothing else. */
export const imageWith = (
  properties: Readonly<Record<string, string>>,
): NonNullable<RequestSpec['image']> => ({
  id: 'image-1',
  name: null,
  minDiskGb: 0,
  minRamMb: 0,
  diskFormat: 'raw',
  hashAlgo: null,
  hashValue: null,
  sizeBytes: null,
  properties,
})
