import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadConfig } from '@nimbo/config/load-config'
import { novaOptions } from '../../config.ts'
import { sampleCell, sampleTopology } from '../numa/host-topology.testing.ts'
import { applyFilters } from './apply-filters.ts'
import { filterNames, filtersNamed } from './filter-catalogue.ts'
import { imageWith, sampleHost, sampleRequest } from './host-state.testing.ts'
import type { HostState } from './host-state.ts'
import type { SchedulingRequest } from './scheduling-request.ts'

const gpus = (count: number) => [{ id: 'request-1', count, alias: 'gpu', wishes: [{ vendorId: '10de' }] }]

/** The options that some filters need. */
const env = {
  OS_FILTER_SCHEDULER__ISOLATED_HOSTS: 'safe-1',
  OS_FILTER_SCHEDULER__ISOLATED_IMAGES: 'image-1',
  OS_METRICS__WEIGHT_SETTING: 'cpu.percent=1',
}
const config = loadConfig({ files: [], env, options: novaOptions })

const verdict = (name: string, host: HostState, request: SchedulingRequest): string | undefined =>
  filtersNamed([name], config)[0]?.refuses(host, request)

const cases: readonly (readonly [string, string, HostState, SchedulingRequest, RegExp | undefined])[] = [
  ['RetryFilter', 'passes everything', sampleHost(), sampleRequest({ ignoreHosts: ['host-1'] }), undefined],
  [
    'AvailabilityZoneFilter',
    'passes any zone if none is requested',
    sampleHost(),
    sampleRequest(),
    undefined,
  ],
  [
    'AvailabilityZoneFilter',
    'refuses another zone',
    sampleHost(),
    sampleRequest({ spec: { availabilityZone: 'east' } }),
    /nova, not east/,
  ],
  ['ComputeFilter', 'passes a service that is up', sampleHost(), sampleRequest(), undefined],
  [
    'ComputeFilter',
    'refuses a service that is down',
    sampleHost({ service: { up: false, awaited: false, disabled: false, disabledReason: null } }),
    sampleRequest(),
    /no sign of life/,
  ],
  [
    'ComputeFilter',
    'refuses a disabled service with its reason',
    sampleHost({ service: { up: true, awaited: false, disabled: true, disabledReason: 'new disks' } }),
    sampleRequest(),
    /disabled: new disks/,
  ],
  [
    'RamFilter',
    'passes an exact fit',
    sampleHost(),
    sampleRequest({ flavor: { memoryMb: 8192 } }),
    undefined,
  ],
  [
    'RamFilter',
    'refuses a host with a megabyte too little',
    sampleHost(),
    sampleRequest({ flavor: { memoryMb: 8193 } }),
    /8192 MB of memory free, 8193/,
  ],
  [
    'DiskFilter',
    'counts the ephemeral disk and swap',
    sampleHost(),
    sampleRequest({ flavor: { rootGb: 90, ephemeralGb: 9, swapMb: 1025 } }),
    /101 GB are needed/,
  ],
  [
    'DiskFilter',
    'does not count a root disk that is a volume',
    sampleHost(),
    sampleRequest({ flavor: { rootGb: 500 }, bootsFromVolume: true }),
    undefined,
  ],
  [
    'ImagePropertiesFilter',
    'knows other names of an architecture',
    sampleHost(),
    sampleRequest({ spec: { image: imageWith({ hw_architecture: 'amd64', img_hv_type: 'kvm' }) } }),
    undefined,
  ],
  [
    'ImagePropertiesFilter',
    'refuses another architecture',
    sampleHost(),
    sampleRequest({ spec: { image: imageWith({ hw_architecture: 'aarch64' }) } }),
    /needs aarch64/,
  ],
  [
    'ComputeCapabilitiesFilter',
    'applies extra specs with the scope capabilities',
    sampleHost(),
    sampleRequest({ flavor: { extraSpecs: { 'capabilities:cpu_info:arch': 's== x86_64' } } }),
    undefined,
  ],
  [
    'ComputeCapabilitiesFilter',
    'ignores extra specs with other scopes',
    sampleHost(),
    sampleRequest({ flavor: { extraSpecs: { 'hw:cpu_policy': 'dedicated' } } }),
    undefined,
  ],
  [
    'ComputeCapabilitiesFilter',
    'ignores unknown extra specs without a scope',
    sampleHost(),
    sampleRequest({ flavor: { extraSpecs: { dummykey: '1' } } }),
    undefined,
  ],
  [
    'ComputeCapabilitiesFilter',
    'refuses an unknown extra spec with the scope capabilities',
    sampleHost(),
    sampleRequest({ flavor: { extraSpecs: { 'capabilities:dummykey': '1' } } }),
    /dummykey is unknown/,
  ],
  [
    'ComputeCapabilitiesFilter',
    'refuses an extra spec that the host does not meet',
    sampleHost(),
    sampleRequest({ flavor: { extraSpecs: { hypervisor_version: '>= 9000000' } } }),
    /the flavor asks for >= 9000000/,
  ],
  [
    'ServerGroupAntiAffinityFilter',
    'refuses a second member of the group',
    sampleHost(),
    sampleRequest({
      spec: { group: { id: 'g', policy: 'anti-affinity' } },
      groupHosts: { 'host-1': 1 },
    }),
    /already has 1/,
  ],
  [
    'ServerGroupAntiAffinityFilter',
    'passes as many members as the group allows',
    sampleHost(),
    sampleRequest({
      spec: { group: { id: 'g', policy: 'anti-affinity', maxServerPerHost: 2 } },
      groupHosts: { 'host-1': 1 },
    }),
    undefined,
  ],
  [
    'ServerGroupAffinityFilter',
    'passes any host for the first member',
    sampleHost(),
    sampleRequest({ spec: { group: { id: 'g', policy: 'affinity' } } }),
    undefined,
  ],
  [
    'ServerGroupAffinityFilter',
    'refuses other hosts for further members',
    sampleHost(),
    sampleRequest({ spec: { group: { id: 'g', policy: 'affinity' } }, groupHosts: { 'host-2': 1 } }),
    /is on host-2/,
  ],
]

const inAggregate = (metadata: Readonly<Record<string, string>>, parts: Partial<HostState> = {}) =>
  sampleHost({
    ...parts,
    aggregateMetadata: Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, [value]])),
  })
const withServers = (count: number, busy: number) => ({ servers: { count, busy, imageProperties: [] } })
const hinting = (schedulerHints: Readonly<Record<string, string | readonly string[]>>) =>
  sampleRequest({
    spec: { schedulerHints },
    hostsOfHinted: new Map([
      ['a', 'host-1'],
      ['b', 'host-2'],
    ]),
  })

const further: typeof cases = [
  ['AllHostsFilter', 'passes all hosts', sampleHost(), sampleRequest(), undefined],
  [
    'NumInstancesFilter',
    'refuses a host with the maximum of servers',
    sampleHost(withServers(50, 0)),
    sampleRequest(),
    /50 are the most/,
  ],
  [
    'NumInstancesFilter',
    'passes a host with fewer servers than the maximum',
    sampleHost(withServers(49, 0)),
    sampleRequest(),
    undefined,
  ],
  [
    'AggregateNumInstancesFilter',
    'applies the limit of the aggregate',
    inAggregate({ max_instances_per_host: '2' }, withServers(2, 0)),
    sampleRequest(),
    /2 are the most in its aggregates/,
  ],
  [
    'AggregateNumInstancesFilter',
    'applies the configured limit if that of the aggregate is invalid',
    inAggregate({ max_instances_per_host: 'many' }, withServers(49, 0)),
    sampleRequest(),
    undefined,
  ],
  [
    'IoOpsFilter',
    'refuses busy hosts',
    sampleHost(withServers(9, 8)),
    sampleRequest(),
    /8 servers that keep/,
  ],
  ['IoOpsFilter', 'passes idle hosts', sampleHost(withServers(9, 0)), sampleRequest(), undefined],
  [
    'AggregateIoOpsFilter',
    'applies the limit of the aggregate',
    inAggregate({ max_io_ops_per_host: '1' }, withServers(1, 1)),
    sampleRequest(),
    /1 are the most in its aggregates/,
  ],
  [
    'AggregateTypeAffinityFilter',
    'refuses flavors that the aggregate does not name',
    inAggregate({ instance_type: 'm1.big, m1.huge' }),
    sampleRequest(),
    /kept for the flavors m1\.big, m1\.huge/,
  ],
  [
    'AggregateTypeAffinityFilter',
    'passes flavors that the aggregate names',
    inAggregate({ instance_type: 'm1.big, m1.small' }),
    sampleRequest(),
    undefined,
  ],
  [
    'AggregateMultiTenancyIsolation',
    'refuses projects that the aggregate does not name',
    inAggregate({ filter_tenant_id_1: 'project-2,project-3' }),
    sampleRequest(),
    /kept for other projects/,
  ],
  [
    'AggregateMultiTenancyIsolation',
    'passes projects that the aggregate names',
    inAggregate({ filter_tenant_id_1: 'project-2, project-1' }),
    sampleRequest(),
    undefined,
  ],
  [
    'AggregateInstanceExtraSpecsFilter',
    'refuses metadata other than the flavor requests',
    inAggregate({ ssd: 'false' }),
    sampleRequest({ flavor: { extraSpecs: { 'aggregate_instance_extra_specs:ssd': 'true' } } }),
    /have false as ssd, the flavor asks for true/,
  ],
  [
    'AggregateInstanceExtraSpecsFilter',
    'ignores extra specs with other scopes',
    inAggregate({ ssd: 'true' }),
    sampleRequest({ flavor: { extraSpecs: { ssd: 'true', 'hw:numa_nodes': '2' } } }),
    undefined,
  ],
  [
    'AggregateImagePropertiesIsolation',
    'refuses images with another value of the property',
    inAggregate({ os_distro: 'windows' }),
    sampleRequest({ spec: { image: imageWith({ os_distro: 'debian' }) } }),
    /kept for images with os_distro windows, not debian/,
  ],
  [
    'AggregateImagePropertiesIsolation',
    'passes images without the property',
    inAggregate({ os_distro: 'windows' }),
    sampleRequest({ spec: { image: imageWith({}) } }),
    undefined,
  ],
  [
    'IsolatedHostsFilter',
    'refuses other hosts for isolated images',
    sampleHost(),
    sampleRequest({ spec: { image: imageWith({}) } }),
    /is not isolated, and the image is/,
  ],
  [
    'IsolatedHostsFilter',
    'refuses isolated hosts for other images',
    sampleHost({ host: 'safe-1' }),
    sampleRequest(),
    /kept for isolated images/,
  ],
  [
    'SameHostFilter',
    'refuses a host with none of the hinted servers',
    sampleHost(),
    hinting({ same_host: ['b', 'c'] }),
    /none of the servers b, c/,
  ],
  [
    'SameHostFilter',
    'passes a host with one of the hinted servers',
    sampleHost(),
    hinting({ same_host: ['a', 'b'] }),
    undefined,
  ],
  [
    'DifferentHostFilter',
    'refuses the host of the hinted server',
    sampleHost(),
    hinting({ different_host: 'a' }),
    /has the server a/,
  ],
  ['DifferentHostFilter', 'passes other hosts', sampleHost(), hinting({ different_host: ['b'] }), undefined],
  [
    'SimpleCIDRAffinityFilter',
    'refuses a host outside the network',
    sampleHost({ hostIp: '10.0.1.5' }),
    hinting({ build_near_host_ip: '10.0.0.9', cidr: '/24' }),
    /has the address 10\.0\.1\.5, not in 10\.0\.0\.9\/24/,
  ],
  [
    'SimpleCIDRAffinityFilter',
    'passes a host in the network',
    sampleHost({ hostIp: '10.0.1.5' }),
    hinting({ build_near_host_ip: '10.0.0.9', cidr: '/16' }),
    undefined,
  ],
  [
    'SimpleCIDRAffinityFilter',
    'refuses an invalid network',
    sampleHost(),
    hinting({ build_near_host_ip: 'nowhere' }),
    /are no network/,
  ],
  [
    'JsonFilter',
    'refuses a host that does not satisfy the query',
    sampleHost(),
    hinting({ query: '["and", [">=", "$free_ram_mb", 1024], ["=", "$cpu_info.arch", "aarch64"]]' }),
    /does not satisfy/,
  ],
  [
    'JsonFilter',
    'passes a host that satisfies the query',
    sampleHost(),
    hinting({ query: '["or", ["in", "$host", "host-1", "host-2"], ["not", ["<", "$num_instances", 9]]]' }),
    undefined,
  ],
  [
    'JsonFilter',
    'refuses an invalid query',
    sampleHost(),
    hinting({ query: '["steal", 1]' }),
    /"steal" is no operator/,
  ],
  [
    'AggregateInstanceExtraSpecsFilter',
    'passes one of several values of an aggregate',
    sampleHost({ aggregateMetadata: { disks: ['nvme, ssd'] } }),
    sampleRequest({ flavor: { extraSpecs: { 'aggregate_instance_extra_specs:disks': 'ssd' } } }),
    undefined,
  ],
  [
    'NUMATopologyFilter',
    'refuses hosts that report no NUMA topology',
    sampleHost(),
    sampleRequest({ numaTopology: { cells: [{ cpuset: [0], pcpuset: [], memoryMb: 512 }] } }),
    /tells of no NUMA topology/,
  ],
  [
    'NUMATopologyFilter',
    'names what the cells lack',
    sampleHost({ numaTopology: sampleTopology(sampleCell(0)) }),
    sampleRequest({ numaTopology: { cells: [{ cpuset: [0], pcpuset: [], memoryMb: 4096 }] } }),
    /NUMA cell 0 has 1024 MiB in all, and 4096 MiB are needed/,
  ],
  [
    'NUMATopologyFilter',
    'refuses hosts with room in another cell than the devices are in',
    sampleHost({
      numaTopology: sampleTopology(sampleCell(0), sampleCell(1, { memoryMb: 256 })),
      pciPools: [{ vendorId: '10de', productId: '1eb8', type: 'type-PCI', numaNode: 1, count: 1 }],
    }),
    sampleRequest({
      flavor: { pciRequests: gpus(1) },
      numaTopology: { cells: [{ cpuset: [0], pcpuset: [], memoryMb: 512 }] },
    }),
    /too few free PCI devices near the NUMA cell 0; NUMA cell 1 has 256 MiB in all, and 512 MiB are needed/,
  ],
  [
    'NUMATopologyFilter',
    'passes hosts with room where the devices are',
    sampleHost({
      numaTopology: sampleTopology(sampleCell(0), sampleCell(1)),
      pciPools: [{ vendorId: '10de', productId: '1eb8', type: 'type-PCI', numaNode: 1, count: 1 }],
    }),
    sampleRequest({
      flavor: { pciRequests: gpus(1) },
      numaTopology: { cells: [{ cpuset: [0], pcpuset: [], memoryMb: 512 }] },
    }),
    undefined,
  ],
  [
    'NUMATopologyFilter',
    'passes a request for shared CPUs without a NUMA topology',
    sampleHost(),
    sampleRequest({ flavor: { extraSpecs: { 'hw:cpu_policy': 'shared' } } }),
    undefined,
  ],
  [
    'PciPassthroughFilter',
    'refuses hosts without matching devices',
    sampleHost(),
    sampleRequest({ flavor: { pciRequests: gpus(1) } }),
    /has 0 free PCI devices for the alias gpu, and 1 is needed/,
  ],
  [
    'PciPassthroughFilter',
    'refuses hosts with too few free devices',
    sampleHost({ pciPools: [{ vendorId: '10de', productId: '1eb8', type: 'type-PCI', count: 1 }] }),
    sampleRequest({ flavor: { pciRequests: gpus(2) } }),
    /has 1 free PCI device for the alias gpu, and 2 are needed/,
  ],
  [
    'PciPassthroughFilter',
    'passes hosts with enough free devices',
    sampleHost({ pciPools: [{ vendorId: '10de', productId: '1eb8', type: 'type-PCI', count: 2 }] }),
    sampleRequest({ flavor: { pciRequests: gpus(2) } }),
    undefined,
  ],
  [
    'MetricsFilter',
    'refuses hosts that do not report the metrics',
    sampleHost(),
    sampleRequest(),
    /does not report the metrics cpu\.percent/,
  ],
]

describe('host filters', () => {
  for (const [name, what, host, request, reason] of [...cases, ...further])
    it(`${name} ${what}`, () => {
      const given = verdict(name, host, request)
      if (reason === undefined) assert.equal(given, undefined)
      else assert.match(given ?? 'passed', reason)
    })

  it('are all covered by these cases', () => {
    assert.deepEqual(
      [...new Set([...cases, ...further].map(([name]) => name))].sort(),
      [...filterNames].sort(),
    )
  })

  it('cannot be enabled by an unknown name, or by one that is not available', () => {
    assert.throws(() => filtersNamed(['RamFiltr'], config), /"RamFiltr" is no scheduler filter/)
    const available = ['nova.scheduler.filters.ram_filter.RamFilter', 'ComputeFilter']
    assert.equal(filtersNamed(['ComputeFilter', 'RamFilter'], config, available).length, 2)
    assert.throws(
      () => filtersNamed(['DiskFilter'], config, available),
      /"DiskFilter" is enabled, but none of/,
    )
  })

  it('see only the hosts that those before them passed, and their refusals are recorded', () => {
    const small = sampleHost({ host: 'small', free: { vcpus: 1, memoryMb: 1, diskGb: 1 } })
    const down = sampleHost({
      host: 'down',
      service: { up: false, awaited: false, disabled: false, disabledReason: null },
    })
    const fit = sampleHost({ host: 'fit' })
    const { hosts, outcomes } = applyFilters(
      filtersNamed(['ComputeFilter', 'RamFilter'], config),
      [small, down, fit],
      sampleRequest(),
    )
    assert.deepEqual(
      hosts.map(({ host }) => host),
      ['fit'],
    )
    assert.deepEqual(
      outcomes.map(({ filter, left, refused }) => [filter, left, refused.map(({ host }) => host)]),
      [
        ['ComputeFilter', 2, ['down']],
        ['RamFilter', 1, ['small']],
      ],
    )
  })
})
