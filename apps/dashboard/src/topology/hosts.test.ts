import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostsOf } from './hosts.ts'

test('each host is shown with its services, its servers and, with a hypervisor, its load', () => {
  const hosts = hostsOf({
    services: [
      { host: 'b', binary: 'nova-compute', zone: 'nova', state: 'up', status: 'disabled' },
      { host: 'a', binary: 'nova-conductor', zone: 'internal', state: 'down', status: 'enabled' },
    ],
    hypervisors: [{ service: { host: 'b' }, vcpus: 8, vcpus_used: 2, memory_mb: 1000, memory_mb_used: 900 }],
    servers: [
      { id: '1', name: 'web', status: 'ACTIVE', 'OS-EXT-SRV-ATTR:host': 'b' },
      { id: '2', name: 'lost', status: 'ERROR', 'OS-EXT-SRV-ATTR:host': null },
    ],
  })
  assert.deepEqual(hosts, [
    {
      ...{ name: 'a', zone: 'internal', servers: [], load: undefined },
      services: [{ binary: 'nova-conductor', up: false, enabled: true }],
    },
    {
      ...{ name: 'b', zone: 'nova', servers: [{ id: '1', name: 'web', status: 'ACTIVE' }] },
      services: [{ binary: 'nova-compute', up: true, enabled: false }],
      load: { cpus: 0.25, memory: 0.9 },
    },
  ])
})
