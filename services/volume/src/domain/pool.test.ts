import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choosePool, type Pool } from './pool.ts'

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
  enabled: true,
  up: true,
  ...other,
})
const wish = { sizeGb: 10, zone: 'nova', ignoreHosts: [], extraSpecs: {} }

test('the pool with most room is chosen, and by name among equals', () => {
  assert.deepEqual(choosePool([pool('b'), pool('a'), pool('c', { freeGb: 60 })], wish), { host: 'c' })
  assert.deepEqual(choosePool([pool('b'), pool('a')], wish), { host: 'a' })
})

test('the filter that leaves nothing is named', () => {
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

test('only the filters an operator has chosen are asked', () => {
  const elsewhere = { ...wish, zone: 'other' }
  assert.deepEqual(choosePool([pool('a')], elsewhere, ['CapacityFilter']), { host: 'a' })
  assert.deepEqual(choosePool([pool('a', { up: false })], elsewhere, []), { refusedBy: 'ServiceUp' })
})

test('a thin pool promises more than it has, up to the ratio', () => {
  const thin = pool('a', { thin: true, provisionedGb: 1990 })
  assert.deepEqual(choosePool([thin], wish), { host: 'a' })
  assert.deepEqual(choosePool([thin], { ...wish, sizeGb: 11 }), { refusedBy: 'CapacityFilter' })
})
