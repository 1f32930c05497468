import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildCatalog, formatEndpointUrl } from './catalog.ts'
import type { Endpoint, EndpointInterface, Service } from './records.ts'

const service = (id: string, type: string, enabled = true): Service => ({
  id,
  type,
  name: id,
  enabled,
  description: '',
  extra: {},
})

const endpoint = (id: string, serviceId: string, kind: EndpointInterface, url: string): Endpoint => ({
  id,
  service_id: serviceId,
  region_id: 'R',
  interface: kind,
  url,
  enabled: id !== 'off',
  extra: {},
})

test('an endpoint URL gets project and user filled in, and is undefined if a value is missing or unknown', () => {
  const scope = { userId: 'u', projectId: 'p' }
  assert.equal(
    formatEndpointUrl('http://h/$(project_id)s/%(tenant_id)s/%(user_id)s', scope),
    'http://h/p/p/u',
  )
  assert.equal(formatEndpointUrl('http://h/%(project_id)s', { userId: 'u' }), undefined)
  assert.equal(formatEndpointUrl('http://h/$(secret)s', scope), undefined)
})

test('the catalog is sorted and leaves out what is disabled or needs a project that the token lacks', () => {
  const services = [service('nova', 'compute'), service('gone', 'baremetal', false), service('swift', 'a')]
  const endpoints = [
    endpoint('e2', 'nova', 'public', 'http://h/2'),
    endpoint('e1', 'nova', 'admin', 'http://h/1'),
    endpoint('off', 'nova', 'internal', 'http://h/0'),
    endpoint('e3', 'swift', 'public', 'http://h/%(project_id)s'),
  ]
  const catalog = buildCatalog(services, endpoints, { userId: 'u' })
  assert.deepEqual(
    catalog.map(({ type, endpoints: each }) => [type, each.map(({ id }) => id)]),
    [
      ['a', []],
      ['compute', ['e1', 'e2']],
    ],
  )
})
