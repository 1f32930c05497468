import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFault, messageOf } from '@nimbo/kernel/errors'
import { defaultCinderConfig } from '../config.ts'
import { defaultLimits, requireQuota } from './quota.ts'

const limits = defaultLimits(defaultCinderConfig(), ['fast'])

const refusal = (...args: Parameters<typeof requireQuota>): string | undefined => {
  try {
    requireQuota(...args)
    return undefined
  } catch (error) {
    return isFault(error) ? error.code : 'not a fault'
  }
}

test('a quota can be used up exactly but not exceeded', () => {
  const usage = { volumes: 9, snapshots: 0, gigabytes: 990 }
  assert.equal(refusal(limits, usage, { volumes: 1, gigabytes: 10 }), undefined)
  assert.equal(refusal(limits, usage, { volumes: 1, gigabytes: 11 }), 'VolumeSizeExceedsAvailableQuota')
  assert.equal(
    refusal(limits, { ...usage, volumes: 10 }, { volumes: 1, gigabytes: 1 }),
    'VolumeLimitExceeded',
  )
  assert.equal(
    refusal(limits, { ...usage, snapshots: 10 }, { snapshots: 1, gigabytes: 1 }),
    'SnapshotLimitExceeded',
  )
})

test('-1 means unlimited, and per_volume_gigabytes limits a single volume', () => {
  const usage = { volumes: 5000, snapshots: 0, gigabytes: 90_000 }
  const unlimited = { ...limits, volumes: -1, gigabytes: -1 }
  assert.equal(refusal(unlimited, usage, { volumes: 1, gigabytes: 100, volumeSize: 100 }), undefined)
  const single = { ...unlimited, per_volume_gigabytes: 99 }
  assert.equal(
    refusal(single, usage, { volumes: 1, gigabytes: 100, volumeSize: 100 }),
    'VolumeSizeExceedsLimit',
  )
})

test('a volume type can have quotas of its own, which the error message names', () => {
  const own = { ...limits, gigabytes_fast: 5 }
  const demand = { volumes: 1, gigabytes: 6, typeName: 'fast' }
  assert.throws(
    () => requireQuota(own, {}, demand),
    (error) => /exceeds allowed gigabytes_fast quota. Requested 6G, quota is 5G/.test(messageOf(error)),
  )
  assert.equal(refusal(own, {}, { ...demand, typeName: 'slow' }), undefined)
})
