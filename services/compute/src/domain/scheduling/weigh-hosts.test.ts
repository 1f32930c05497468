import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultNovaConfig } from '../../config.ts'
import { imageWith, sampleHost, sampleRequest } from './host-state.testing.ts'
import { weighHosts } from './weigh-hosts.ts'
import type { ConfiguredWeigher, Weigher } from './weigher.ts'
import { weighersNamed } from './weigher-catalogue.ts'
import { cpuWeigher } from './weighers/cpu-weigher.ts'
import { diskWeigher } from './weighers/disk-weigher.ts'
import { ramWeigher } from './weighers/ram-weigher.ts'
import { softAffinityWeigher } from './weighers/soft-affinity-weigher.ts'
import { softAntiAffinityWeigher } from './weighers/soft-anti-affinity-weigher.ts'

const roomy = sampleHost({ host: 'roomy', free: { vcpus: 2, memoryMb: 9000, diskGb: 10 } })
const quick = sampleHost({ host: 'quick', free: { vcpus: 16, memoryMb: 1000, diskGb: 10 } })
const even = sampleHost({ host: 'even', free: { vcpus: 9, memoryMb: 5000, diskGb: 10 } })

/** The weigher with this multiplier. */
const counting = ({ configured }: ConfiguredWeigher, multiplier: number): Weigher => ({
  ...configured(defaultNovaConfig()),
  multiplier,
})

const order = (multipliers: { ram: number; cpu: number; disk: number }, random = () => 0): string[] =>
  weighHosts(
    [
      counting(ramWeigher, multipliers.ram),
      counting(cpuWeigher, multipliers.cpu),
      counting(diskWeigher, multipliers.disk),
    ],
    [roomy, quick, even],
    sampleRequest(),
    random,
  ).map(({ state }) => state.host)

describe('weighHosts', () => {
  it('orders hosts by the weighers, each times its multiplier, which may be negative', () => {
    assert.deepEqual(order({ ram: 1, cpu: 0, disk: 1 }), ['roomy', 'even', 'quick'])
    assert.deepEqual(order({ ram: 0, cpu: 1, disk: 1 }), ['quick', 'even', 'roomy'])
    assert.deepEqual(order({ ram: -1, cpu: 0, disk: 1 }), ['quick', 'even', 'roomy'])
  })

  it('normalises the weights, so that megabytes do not outweigh CPUs', () => {
    const [first] = weighHosts(
      [counting(ramWeigher, 1), counting(cpuWeigher, 1)],
      [roomy, quick, even],
      sampleRequest(),
      () => 0,
    )
    assert.equal(first?.weight, 1)
  })

  it('orders hosts with equal weights at random', () => {
    const draws = [0.9, 0.1, 0.5]
    assert.deepEqual(
      order({ ram: 0, cpu: 0, disk: 1 }, () => draws.shift() ?? 0),
      ['quick', 'even', 'roomy'],
    )
  })

  it('weighs hosts by the members of a group with a soft policy, and not for other policies', () => {
    const groupHosts = { quick: 2, even: 1 }
    const softly = (policy: 'soft-affinity' | 'soft-anti-affinity' | 'affinity') =>
      weighHosts(
        [counting(softAffinityWeigher, 1), counting(softAntiAffinityWeigher, 1)],
        [roomy, quick, even],
        sampleRequest({ spec: { group: { id: 'g', policy } }, groupHosts }),
        () => 0,
      ).map(({ state, weight }) => [state.host, weight])
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

  it('returns no hosts for an empty list', () => {
    assert.deepEqual(weighHosts([counting(ramWeigher, 1)], [], sampleRequest()), [])
  })

  it('takes the multiplier from the aggregates of a host, or else from the configuration', () => {
    const [ram] = weighersNamed(['RAMWeigher'], defaultNovaConfig())
    assert.ok(ram)
    const stacked = sampleHost({ ...roomy, aggregateMetadata: { ram_weight_multiplier: ['-1', '2'] } })
    const [first, , last] = weighHosts([ram], [stacked, quick, even], sampleRequest(), () => 0)
    assert.deepEqual([first?.state.host, last?.weight], ['even', -1])
  })

  it('finds weighers by name, and refuses unknown names', () => {
    const all = weighersNamed(['nova.scheduler.weights.all_weighers'], defaultNovaConfig())
    assert.equal(all.length, 13)
    const one = weighersNamed(['nova.scheduler.weights.ram.RAMWeigher'], defaultNovaConfig())
    assert.deepEqual(
      one.map(({ name }) => name),
      ['RAMWeigher'],
    )
    assert.throws(() => weighersNamed(['RamWeighr'], defaultNovaConfig()), /is no scheduler weigher/)
  })

  it('gives less weight to hosts that are busy or on which builds failed', () => {
    const all = weighersNamed(['IoOpsWeigher', 'BuildFailureWeigher'], defaultNovaConfig())
    const busy = sampleHost({ host: 'busy', servers: { count: 4, busy: 4, imageProperties: [] } })
    const broken = sampleHost({ host: 'broken', failedBuilds: 2 })
    const calm = sampleHost({ host: 'calm' })
    const hosts = weighHosts(all, [broken, busy, calm], sampleRequest(), () => 0)
    assert.deepEqual(
      hosts.map(({ state }) => state.host),
      ['calm', 'busy', 'broken'],
    )
  })

  it('prefers the cell of a server that moves, and hosts with servers of similar images if configured', () => {
    const weighers = weighersNamed(['CrossCellWeigher', 'ImagePropertiesWeigher'], defaultNovaConfig())
    const request = sampleRequest({ fromCell: 'cell-2', spec: { image: imageWith({ os_distro: 'debian' }) } })
    const alike = { count: 1, busy: 0, imageProperties: [{ os_distro: 'debian' }] }
    const here = sampleHost({ host: 'here', cellId: 'cell-2' })
    const with1 = sampleHost({ host: 'with-alike', cellId: 'cell-2', servers: alike })
    const away = sampleHost({ host: 'away' })
    const [, images] = weighers
    assert.ok(images)
    const counted = weighers.map((one) => (one === images ? { ...one, multiplier: 1 } : one))
    assert.deepEqual(
      weighHosts(counted, [away, here, with1], request, () => 0).map(({ state }) => state.host),
      ['with-alike', 'here', 'away'],
    )
  })
})
