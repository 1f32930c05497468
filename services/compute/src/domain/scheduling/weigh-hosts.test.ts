import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sampleHost } from './host-state.testing.ts'
import { weighHosts } from './weigh-hosts.ts'
import { cpuWeigher } from './weighers/cpu-weigher.ts'
import { diskWeigher } from './weighers/disk-weigher.ts'
import { ramWeigher } from './weighers/ram-weigher.ts'

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

  it('weighs nobody when there is nobody', () => {
    assert.deepEqual(weighHosts([{ weigher: ramWeigher, multiplier: 1 }], []), [])
  })
})
