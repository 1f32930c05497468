import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeNodes } from '../src/db/hosts/compute-nodes.ts'
import { serversOfHosts } from '../src/db/hosts/servers-of-hosts.ts'
import { services } from '../src/db/hosts/services.ts'
import { cell1Id, story } from './compute-story.ts'

test(
  'the numbers of servers and of busy servers, and their image properties, are read for all hosts at once',
  story(async ({ addServer, deps }) => {
    const at = (host: string) => ({ host, node: host, imageProperties: { os_distro: host } })
    await addServer({ ...at('host-1'), vmState: 'building', taskState: 'spawning' })
    await addServer({ ...at('host-1'), taskState: 'powering-off' })
    await addServer(at('host-2'))
    await addServer({ ...at('host-2'), vmState: 'deleted', deletedAt: '2026-01-01T00:00:00.000Z' })
    await addServer({ host: null, node: null })
    const known = serversOfHosts(await deps.databases.cell(cell1Id))
    assert.deepEqual(Object.fromEntries(await known.count()), { 'host-1': 2, 'host-2': 1 })
    assert.deepEqual(Object.fromEntries(await known.busy()), { 'host-1': 1 })
    assert.deepEqual((await known.imageProperties()).get('host-2'), [{ os_distro: 'host-2' }])
  }),
)

test(
  'failed builds on a host are counted until one succeeds there',
  story(async ({ deps }) => {
    const cell = await deps.databases.cell(cell1Id)
    const { id: service_id } = await services(cell, deps.clock).ensure('host-1', 'nova-compute', 1)
    const nodes = computeNodes(cell, deps.clock)
    const id = await nodes.report({
      ...{ id: 'node-1', service_id, host: 'host-1', node: 'host-1', host_ip: '10.0.0.1', running_vms: 0 },
      ...{ vcpus: 1, memory_mb: 1, disk_gb: 1, vcpus_used: 0, memory_mb_used: 0, disk_gb_used: 0 },
      ...{ hypervisor_type: 'fake', hypervisor_version: 1, cpu_info: '{}', supported_instances: '[]' },
    })
    const failed = async () => (await nodes.find(id))?.failed_builds
    for (const succeeded of [false, false]) await nodes.countBuild('host-1', succeeded)
    assert.equal(await failed(), 2)
    await nodes.countBuild('host-1', true)
    assert.equal(await failed(), 0)
  }),
)
