import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sampleHost, sampleRequest } from './host-state.testing.ts'
import { weighHosts } from './weigh-hosts.ts'
import { cpuWeigher } from './weighers/cpu-weigher.ts'
import { diskWeigher } from './weighers/disk-weigher.ts'
import { ramWeigher } from './weighers/ram-weigher.ts'
import { softAffinityWeigher } from './weighers/soft-affinity-weigher.ts'
import { softAntiAffinityWeigher } from './weighers/soft-anti-affinity-weigher.ts'

const roomy = sampleHost({ host: 'roomy', free: { vcpus: 2, memoryMb: 9000, diskGb: 10 } })
const quick = sampleHost({ host: 'quick', free: { vcpus: 16, memoryMb: 1000, diskGb: 10 } })
const even = sampleHost({ host: 'even', free: { vcpus: 9, memoryMb: 5000, diskGb: 10 } })

const order = (multipliers: { ram: number; cpu: number; disk: number }, random = () => 0): string[] =>
  weighHosts(
    [
      { weigher: ramWeigher, multiplier: multipliers.ram },
      { weigher: cpuWeigher, multiplier: multipliers.cpu },
      { weigher: diskWeigher, multiplier: multipliers.disk },
    ],
    [roomy, quick, even],
    sampleRequest(),
    random,
  ).map(({ state }) => state.host)

describe('weighHosts', () => {
  it('prefers what its multipliers prefer', () => {
    assert.deepEqual(order({ ram: 1, cpu: 0, disk: 1 }), ['roomy', 'even', 'quick'])
    assert.deepEqual(order({ ram: 0, cpu: 1, disk: 1 }), ['quick', 'even', 'roomy'])
    assert.deepEqual(order({ ram: -1, cpu: 0, disk: 1 }), ['quick', 'even', 'roomy'])
  })

  it('normalises, so that megabytes do not outweigh processors', () => {
    const [first] = weighHosts(
      [
        { weigher: ramWeigher, multiplier: 1 },
        { weigher: cpuWeigher, multiplier: 1 },
      ],
      [roomy, quick, even],
      sampleRequest(),
      () => 0,
    )
    assert.equal(first?.weighed.weight, 1)
  })

  it('weighs hosts that are alike as nothing, and orders them at random', () => {
    const draws = [0.9, 0.1, 0.5]
    assert.deepEqual(
      order({ ram: 0, cpu: 0, disk: 1 }, () => draws.shift() ?? 0),
      ['quick', 'even', 'roomy'],
    )
  })

  it('draws servers of a soft group together, or apart, and others nowhere', () => {
    const groupHosts = { quick: 2, even: 1 }
    const softly = (policy: 'soft-affinity' | 'soft-anti-affinity' | 'affinity') =>
      weighHosts(
        [
          { weigher: softAffinityWeigher, multiplier: 1 },
          { weigher: softAntiAffinityWeigher, multiplier: 1 },
        ],
        [roomy, quick, even],
        sampleRequest({ spec: { group: { id: 'g', policy } }, groupHosts }),
        () => 0,
      ).map(({ state, weighed }) => [state.host, weighed.weight])
    assert.deepEqual(softly('soft-affinity'), [
      ['quick', 1],
      ['even', 0.5],
      ['roomy', 0],
    ])
    assert.deepEqual(softly('soft-anti-affinity'), [
      ['roomy', 1],
      ['even', 0.5],
      ['quick', 0],
    ])
    assert.deepEqual(
      softly('affinity').map(([, weight]) => weight),
      [0, 0, 0],
    )
  })

  it('weighs nobody when there is nobody', () => {
    assert.deepEqual(weighHosts([{ weigher: ramWeigher, multiplier: 1 }], [], sampleRequest()), [])
  })
})
