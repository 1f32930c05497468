import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultCinderConfig } from '../config.ts'
import type { Pool } from '../domain/pool.ts'
import { choosePool as choose, chooserOf } from './choose-pool.ts'
import type { PoolRequest } from './pool-request.ts'

const chooser = chooserOf(defaultCinderConfig())
const choosePool = (pools: readonly Pool[], wish: PoolRequest, changed: Partial<typeof chooser> = {}) =>
  choose(pools, wish, { ...chooser, ...changed })

const pool = (host: string, other: Partial<Pool> = {}): Pool => ({
  host,
  zone: 'nova',
  backend: 'file',
  driver: 'file',
  totalGb: 100,
  freeGb: 50,
  thin: false,
  overSubscription: 20,
  provisionedGb: 50,
  reservedPercentage: 0,
  volumes: 5,
  further: {},
  enabled: true,
  up: true,
  ...other,
})
const wish = { volumeId: 'v', sizeGb: 10, zone: 'nova', ignoreHosts: [], extraSpecs: {} }

test('the pool with the most free space is chosen, and among equals the first by name', () => {
  assert.deepEqual(choosePool([pool('b'), pool('a'), pool('c', { freeGb: 60 })], wish), { host: 'c' })
  assert.deepEqual(choosePool([pool('b'), pool('a')], wish), { host: 'a' })
})

test('the filter that rules out the last pool is named', () => {
  assert.deepEqual(choosePool([pool('a', { up: false })], wish), { refusedBy: 'ServiceUp' })
  assert.deepEqual(choosePool([pool('a')], { ...wish, sizeGb: 51 }), { refusedBy: 'CapacityFilter' })
  assert.deepEqual(choosePool([pool('a')], { ...wish, zone: 'other' }), {
    refusedBy: 'AvailabilityZoneFilter',
  })
  assert.deepEqual(choosePool([pool('a')], { ...wish, ignoreHosts: ['a'] }), {
    refusedBy: 'IgnoreAttemptedHosts',
  })
  assert.deepEqual(choosePool([pool('a')], { ...wish, extraSpecs: { volume_backend_name: 'rbd' } }), {
    refusedBy: 'CapabilitiesFilter',
  })
})

test('only the configured filters apply, besides the check that the service is up', () => {
  const elsewhere = { ...wish, zone: 'other' }
  assert.deepEqual(choosePool([pool('a')], elsewhere, { filters: ['CapacityFilter'] }), { host: 'a' })
  assert.deepEqual(choosePool([pool('a', { up: false })], elsewhere, { filters: [] }), {
    refusedBy: 'ServiceUp',
  })
})

test('a thin pool can be overcommitted up to its over-subscription ratio', () => {
  const thin = pool('a', { thin: true, provisionedGb: 1990 })
  assert.deepEqual(choosePool([thin], wish), { host: 'a' })
  assert.deepEqual(choosePool([thin], { ...wish, sizeGb: 11 }), { refusedBy: 'CapacityFilter' })
})

test('extra specs are compared with the capabilities of a pool by their operators', () => {
  const able = pool('a', { driver: 'iscsi', further: { tier: 'gold' } })
  const fits = (extraSpecs: Record<string, string>): boolean =>
    'host' in choosePool([able], { ...wish, extraSpecs })
  for (const specs of [
    { storage_protocol: 'iscsi' },
    { 'capabilities:storage_protocol': '<or> ceph <or> iscsi' },
    { multiattach: '<is> True', tier: 's== gold' },
    { total_capacity_gb: '>= 100', free_capacity_gb: '< 51' },
    { tier: '<in> old', 'volume:speed': 'unknown', 'RESKEY:availability_zones': 'nova' },
  ])
    assert.ok(fits(specs), JSON.stringify(specs))
  for (const specs of [
    { storage_protocol: 'bad' },
    { multiattach: '<is> False' },
    { tier: 's!= gold' },
    { total_capacity_gb: '>= 101' },
    { toString: 'x' },
    { 'capabilities:unheard': 'of' },
  ])
    assert.ok(!fits(specs), JSON.stringify(specs))
})

test('a pool accepts the volumes its filter_function allows, and none if that is invalid', () => {
  const taken = (filterFunction: string): boolean =>
    'host' in choosePool([pool('a', { filterFunction })], { ...wish, extraSpecs: {} })
  assert.ok(taken('volume.size < 20 and capabilities.total_capacity_gb / 2 >= max(volume.size, 50)'))
  assert.ok(taken('(volume.size > 5) ? not (1 == 2) : 0'))
  assert.ok(!taken('volume.size * 2 ^ 2 < 40'))
  for (const text of ['volume.colour < 1', 'volume.size <', '1 1', 'exit(1)', 'toString.x', '$'])
    assert.ok(!taken(text), text)
})

test('the pool follows the hints for the same host, a different host, a server’s host and a JSON query', () => {
  const pools = [pool('one@a'), pool('two@a', { freeGb: 90 })]
  const all = {
    filters: ['SameBackendFilter', 'DifferentBackendFilter', 'InstanceLocalityFilter', 'JsonFilter'],
  }
  assert.deepEqual(choosePool(pools, { ...wish, sameHosts: ['one@a'] }, all), { host: 'one@a' })
  assert.deepEqual(choosePool(pools, { ...wish, differentHosts: ['two@a'] }, all), { host: 'one@a' })
  assert.deepEqual(choosePool(pools, { ...wish, nearHost: 'one' }, all), { host: 'one@a' })
  const query = '["and", ["<", "$free_capacity_gb", 60], ["not", ["=", "$host", "two@a"]]]'
  assert.deepEqual(choosePool(pools, { ...wish, query }, all), { host: 'one@a' })
  assert.deepEqual(choosePool(pools, { ...wish, query: 'no JSON' }, all), { refusedBy: 'JsonFilter' })
})

test('each weigher ranks the pools by its own criterion', () => {
  const full = pool('full', { freeGb: 60, provisionedGb: 40, volumes: 9, goodnessFunction: '10' })
  const empty = pool('late', { freeGb: 55, provisionedGb: 5, volumes: 1, goodnessFunction: '90 + 1' })
  const by = (weigher: string) => choosePool([full, empty], wish, { weighers: [weigher] })
  assert.deepEqual(by('CapacityWeigher'), { host: 'full' })
  for (const other of ['AllocatedCapacityWeigher', 'VolumeNumberWeigher', 'GoodnessWeigher'])
    assert.deepEqual(by(other), { host: 'late' }, other)
  const lots = Array.from({ length: 40 }, (_, index) =>
    choosePool([full, empty], { ...wish, volumeId: String(index) }, { weighers: ['ChanceWeigher'] }),
  )
  assert.equal(new Set(lots.map((choice) => JSON.stringify(choice))).size, 2)
})

test('the reserved percentage of a pool is not allocated', () => {
  const kept = pool('a', { reservedPercentage: 45 })
  assert.deepEqual(choosePool([kept], { ...wish, sizeGb: 5 }), { host: 'a' })
  assert.deepEqual(choosePool([kept], { ...wish, sizeGb: 6 }), { refusedBy: 'CapacityFilter' })
})
