import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serveSettings } from '../serve/serve-settings.ts'
import { serviceNames } from './role.ts'
import { roleTable } from './role-table.ts'

const defaults = serveSettings(serviceNames, { files: ['/dev/null'], directories: [] }, {})

test('the roles are those operators know, each API on its usual port', () => {
  const ports = Object.fromEntries(
    roleTable.flatMap(({ name, binding }) => (binding ? [[name, binding(defaults).port]] : [])),
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
  const others = roleTable.filter(({ binding }) => !binding).map(({ name, kind }) => `${name}: ${kind}`)
  assert.deepEqual(others.sort(), [
    'cinder-scheduler: worker',
    'cinder-volume: agent',
    'neutron-linuxbridge-agent: agent',
    'nova-compute: agent',
    'nova-conductor: worker',
    'nova-scheduler: worker',
  ])
})

test('an API is one that has a port, and no role is there twice', () => {
  for (const { name, kind, binding } of roleTable) assert.equal(binding !== undefined, kind === 'api', name)
  assert.equal(new Set(roleTable.map(({ name }) => name)).size, roleTable.length)
})
