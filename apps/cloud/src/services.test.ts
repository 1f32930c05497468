import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rolesOf } from './cloud-role.ts'
import { serveSettings } from './serve/serve-settings.ts'
import { services } from './services.ts'
import { readerOf } from './settings.ts'

const defaults = serveSettings(services, { files: ['/dev/null'], directories: [] }, {})
const roles = rolesOf(services)

test('the roles are those operators know, each API on its usual port', () => {
  const ports = Object.fromEntries(
    roles.flatMap(({ name, service, binding }) => {
      const bound = binding(readerOf(defaults, service.name))
      return bound ? [[name, bound.port]] : []
    }),
  )
  assert.deepEqual(ports, {
    keystone: 5000,
    'placement-api': 8778,
    'glance-api': 9292,
    'neutron-server': 9696,
    'cinder-api': 8776,
    'nova-api': 8774,
    'nova-api-metadata': 8775,
  })
  const others = roles.filter(({ kind }) => kind !== 'api').map(({ name, kind }) => `${name}: ${kind}`)
  assert.deepEqual(others.sort(), [
    'cinder-scheduler: worker',
    'cinder-volume: agent',
    'neutron-linuxbridge-agent: agent',
    'nova-compute: agent',
    'nova-conductor: worker',
    'nova-scheduler: worker',
  ])
})

test('no service, type, mount, role or port is there twice', () => {
  const all = [
    services.map(({ name }) => name),
    services.map(({ type }) => type),
    services.map(({ mount }) => mount),
    roles.map(({ name }) => name),
    roles.flatMap(({ listens }) => listens?.port ?? []),
  ]
  for (const each of all) assert.equal(new Set<unknown>(each).size, each.length, each.join(' '))
})
