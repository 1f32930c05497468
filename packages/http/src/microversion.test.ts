import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFault } from '@nimbo/kernel/errors'
import { formatMicroversion, microversion, parseMicroversion } from '@nimbo/operation/microversion'
import { type MicroversionRange, negotiate, versionHeaders } from './microversion.ts'

const compute: MicroversionRange = {
  serviceType: 'compute',
  min: microversion('2.1'),
  max: microversion('2.103'),
  legacyHeader: 'x-openstack-nova-api-version',
}
const volume: MicroversionRange = {
  serviceType: 'volume',
  min: microversion('3.0'),
  max: microversion('3.71'),
}

const asked = (range: MicroversionRange, headers: Record<string, string>): string =>
  formatMicroversion(negotiate(range, headers))

test('versions compare as numbers and print as they were', () => {
  assert.ok(microversion('2.9') < microversion('2.10'))
  assert.ok(microversion('2.103') < microversion('3.0'))
  for (const text of ['1.0', '2.10', '2.103']) assert.equal(formatMicroversion(microversion(text)), text)
  for (const text of ['2', '2.', '.1', '2.01', '02.1', 'v2.1', '2.1.1', '-2.1', ''])
    assert.equal(parseMicroversion(text), undefined, text)
})

test('a request without a version gets the minimum, one for latest the maximum', () => {
  assert.equal(asked(compute, {}), '2.1')
  assert.equal(asked(compute, { 'openstack-api-version': 'compute latest' }), '2.103')
  assert.equal(asked(compute, { 'x-openstack-nova-api-version': 'LATEST' }), '2.103')
})

test('each service takes its own part of the header', () => {
  const headers = { 'openstack-api-version': 'volume 3.60, Compute  2.90,placement 1.30' }
  assert.equal(asked(compute, headers), '2.90')
  assert.equal(asked(volume, headers), '3.60')
  assert.equal(asked(volume, { 'openstack-api-version': 'compute 2.90' }), '3.0')
})

test('the legacy header counts if the new one names no version for the service', () => {
  const old = { 'x-openstack-nova-api-version': '2.60' }
  assert.equal(asked(compute, old), '2.60')
  assert.equal(asked(compute, { ...old, 'openstack-api-version': 'volume 3.1' }), '2.60')
  assert.equal(asked(compute, { ...old, 'openstack-api-version': 'compute 2.61' }), '2.61')
  assert.equal(asked(volume, old), '3.0')
})

test('an invalid version is 400; one out of range is 406 with the range', () => {
  assert.throws(() => negotiate(compute, { 'openstack-api-version': 'compute two' }), {
    code: 'InvalidAPIVersionString',
    kind: 'badRequest',
  })
  for (const version of ['2.0', '2.104', '3.0'])
    assert.throws(
      () => negotiate(compute, { 'openstack-api-version': `compute ${version}` }),
      (error) => {
        assert.ok(isFault(error, 'InvalidGlobalAPIVersion'))
        assert.equal(error.kind, 'notAcceptable')
        assert.deepEqual(error.details, { min_version: '2.1', max_version: '2.103' })
        return true
      },
    )
})

test('replies carry the version in every header that can ask for it, and vary by them', () => {
  assert.deepEqual(versionHeaders(compute)(microversion('2.90')), {
    'openstack-api-version': 'compute 2.90',
    'x-openstack-nova-api-version': '2.90',
    vary: 'OpenStack-API-Version, X-OpenStack-Nova-API-Version',
  })
  assert.deepEqual(versionHeaders(volume)(microversion('3.0')), {
    'openstack-api-version': 'volume 3.0',
    vary: 'OpenStack-API-Version',
  })
})
