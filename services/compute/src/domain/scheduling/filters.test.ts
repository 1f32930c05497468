import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { applyFilters } from './apply-filters.ts'
import { filterNames, filtersNamed } from './filter-catalogue.ts'
import { imageWith, sampleHost, sampleRequest } from './host-state.testing.ts'
import type { HostState } from './host-state.ts'
import type { SchedulingRequest } from './scheduling-request.ts'

const verdict = (name: string, host: HostState, request: SchedulingRequest): string | undefined =>
  filtersNamed([name])[0]?.refuses(host, request)

const cases: readonly (readonly [string, string, HostState, SchedulingRequest, RegExp | undefined])[] = [
  ['RetryFilter', 'passes everything', sampleHost(), sampleRequest({ ignoreHosts: ['host-1'] }), undefined],
  ['AvailabilityZoneFilter', 'passes any zone without a wish', sampleHost(), sampleRequest(), undefined],
  [
    'AvailabilityZoneFilter',
    'refuses another zone',
    sampleHost(),
    sampleRequest({ spec: { availabilityZone: 'east' } }),
    /nova, not east/,
  ],
  ['ComputeFilter', 'passes a living service', sampleHost(), sampleRequest(), undefined],
  [
    'ComputeFilter',
    'refuses a silent one',
    sampleHost({ service: { up: false, awaited: false, disabled: false, disabledReason: null } }),
    sampleRequest(),
    /no sign of life/,
  ],
  [
    'ComputeFilter',
    'refuses a disabled one with its reason',
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
    'refuses a megabyte too little',
    sampleHost(),
    sampleRequest({ flavor: { memoryMb: 8193 } }),
    /8192 MB of memory free, 8193/,
  ],
  [
    'DiskFilter',
    'counts ephemeral and swap',
    sampleHost(),
    sampleRequest({ flavor: { rootGb: 90, ephemeralGb: 9, swapMb: 1025 } }),
    /101 GB are needed/,
  ],
  [
    'DiskFilter',
    'leaves out a root disk that is a volume',
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
    'reads scoped specs',
    sampleHost(),
    sampleRequest({ flavor: { extraSpecs: { 'capabilities:cpu_info:arch': 's== x86_64' } } }),
    undefined,
  ],
  [
    'ComputeCapabilitiesFilter',
    'leaves other scopes alone',
    sampleHost(),
    sampleRequest({ flavor: { extraSpecs: { 'hw:cpu_policy': 'dedicated' } } }),
    undefined,
  ],
  [
    'ComputeCapabilitiesFilter',
    'leaves keys without a scope alone that no host knows',
    sampleHost(),
    sampleRequest({ flavor: { extraSpecs: { dummykey: '1' } } }),
    undefined,
  ],
  [
    'ComputeCapabilitiesFilter',
    'refuses what is asked in its scope and no host knows',
    sampleHost(),
    sampleRequest({ flavor: { extraSpecs: { 'capabilities:dummykey': '1' } } }),
    /dummykey is unknown/,
  ],
  [
    'ComputeCapabilitiesFilter',
    'refuses what is not met',
    sampleHost(),
    sampleRequest({ flavor: { extraSpecs: { hypervisor_version: '>= 9000000' } } }),
    /the flavor asks for >= 9000000/,
  ],
  [
    'ServerGroupAntiAffinityFilter',
    'refuses a second member',
    sampleHost(),
    sampleRequest({
      spec: { group: { id: 'g', policy: 'anti-affinity' } },
      groupHosts: { 'host-1': 1 },
    }),
    /already has 1/,
  ],
  [
    'ServerGroupAntiAffinityFilter',
    'takes as many as the group allows',
    sampleHost(),
    sampleRequest({
      spec: { group: { id: 'g', policy: 'anti-affinity', maxServerPerHost: 2 } },
      groupHosts: { 'host-1': 1 },
    }),
    undefined,
  ],
  [
    'ServerGroupAffinityFilter',
    'lets the first choose',
    sampleHost(),
    sampleRequest({ spec: { group: { id: 'g', policy: 'affinity' } } }),
    undefined,
  ],
  [
    'ServerGroupAffinityFilter',
    'holds the others to its host',
    sampleHost(),
    sampleRequest({ spec: { group: { id: 'g', policy: 'affinity' } }, groupHosts: { 'host-2': 1 } }),
    /is on host-2/,
  ],
]

describe('host filters', () => {
  for (const [name, what, host, request, reason] of cases)
    it(`${name} ${what}`, () => {
      const given = verdict(name, host, request)
      if (reason === undefined) assert.equal(given, undefined)
      else assert.match(given ?? 'passed', reason)
    })

  it('are each tried here', () => {
    assert.deepEqual([...new Set(cases.map(([name]) => name))].sort(), [...filterNames].sort())
  })

  it('throw on a name that is none', () => {
    assert.throws(() => filtersNamed(['RamFiltr']), /"RamFiltr" is no scheduler filter/)
  })

  it('see only what the ones before them let through, and their refusals are kept', () => {
    const small = sampleHost({ host: 'small', free: { vcpus: 1, memoryMb: 1, diskGb: 1 } })
    const down = sampleHost({
      host: 'down',
      service: { up: false, awaited: false, disabled: false, disabledReason: null },
    })
    const fit = sampleHost({ host: 'fit' })
    const { hosts, outcomes } = applyFilters(
      filtersNamed(['ComputeFilter', 'RamFilter']),
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
