import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import type { Client } from '@nimbo/testkit/client'
import { guestGone } from '@nimbo/testkit/guest-gone'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { act, bootServer, serverGone, serverInStatus, showServer } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { withHypervisor } from '@nimbo/testkit/with-hypervisor'
import { eventually } from '@nimbo/testing/eventually'

/** Two cells of two cores with two threads; 1 GiB in small pages and 512 MiB in huge ones. */
const numaCells = [0, 1].map((id) => ({
  id,
  cpus: [0, 1, 2, 3].map((cpu) => id * 4 + cpu),
  siblings: [0, 2].map((core) => [id * 4 + core, id * 4 + core + 1]),
  memoryMb: 1536,
  mempages: [
    { sizeKb: 4, total: 262_144 },
    { sizeKb: 2048, total: 256 },
  ],
}))

const environment = {
  OS_COMPUTE__CPU_DEDICATED_SET: '2-3,6-7',
  OS_COMPUTE__CPU_SHARED_SET: '0-1,4-5',
  OS_DEFAULT__RESERVED_HUGE_PAGES: 'node:1;size:2048;count:56',
  OS_FILTER_SCHEDULER__ENABLED_FILTERS: 'ComputeFilter,NUMATopologyFilter',
}

const at278 = { 'openstack-api-version': 'compute 2.78' }

interface Topology {
  readonly nodes: readonly {
    readonly vcpu_set: readonly number[]
    readonly memory_mb: number
    readonly host_node?: number
    readonly cpu_pinning?: Readonly<Record<string, number>>
  }[]
  readonly pagesize_kb: number | null
}

// Only in the embedded cloud: the cells of the hosts come from the fake hypervisor.
describe('scheduling servers onto NUMA cells', () => {
  let cloud: TestCloud
  let ada: Client
  let imageRef: string

  before(async () => {
    const hypervisor = fakeHypervisor({ hosts: ['a', 'b'], numaCells })
    cloud = await startTestCloud({ drivers: withHypervisor(hypervisor), environment })
    ada = await cloud.person('ada')
    imageRef = await makeImage(ada)
  })
  after(() => cloud[Symbol.asyncDispose]())

  const flavorWith = (extraSpecs: Readonly<Record<string, string>>, vcpus = 2, ram = 256) =>
    makeFlavor(cloud.admin, { name: `numa-${Math.random()}`, vcpus, ram, extraSpecs })
  const boot = async (flavorRef: string, status = 'ACTIVE'): Promise<string> => {
    const id = await bootServer(ada, { imageRef, flavorRef, networks: 'none' })
    await eventually(async () => assert.notEqual((await showServer(ada, id)).status, 'BUILD'))
    assert.equal((await showServer(ada, id)).status, status, await refusal(id))
    return id
  }
  const remove = async (...ids: readonly string[]) => {
    for (const id of ids) {
      await ada.compute.delete(`/servers/${id}`)
      await serverGone(ada, id)
    }
  }
  const topologyOf = async (id: string, client: Client = cloud.admin): Promise<Topology> => {
    const shown = await client.compute.get(`/servers/${id}/topology`, at278)
    assert.equal(shown.status, 200, JSON.stringify(shown.body))
    return shown.body
  }
  const hostOf = async (id: string) => (await showServer(cloud.admin, id))['OS-EXT-SRV-ATTR:host'] ?? ''
  const refusal = async (id: string) => (await showServer(cloud.admin, id)).fault?.details ?? ''
  const pinsOf = async (id: string) =>
    (await topologyOf(id)).nodes.flatMap(({ cpu_pinning = {} }) => Object.values(cpu_pinning))

  it('reports dedicated CPUs as PCPU to placement, and the trait of hyperthreading', async () => {
    const { resource_providers } = (await cloud.admin.placement.get('/resource_providers?name=a')).body
    const path = `/resource_providers/${resource_providers[0].uuid}`
    const { inventories } = (await cloud.admin.placement.get(`${path}/inventories`)).body
    assert.deepEqual([inventories.PCPU.total, inventories.VCPU.total], [4, 4])
    const { traits } = (await cloud.admin.placement.get(`${path}/traits`)).body
    assert.ok(traits.includes('HW_CPU_HYPERTHREADING'))
  })

  it('splits a guest over two cells and shows that; only admins see the cells of the host', async () => {
    const id = await boot(await flavorWith({ 'hw:numa_nodes': '2' }, 4, 512))
    assert.deepEqual(await topologyOf(id, ada), {
      nodes: [
        { vcpu_set: [0, 1], siblings: [], memory_mb: 256 },
        { vcpu_set: [2, 3], siblings: [], memory_mb: 256 },
      ],
      pagesize_kb: null,
    })
    const { nodes } = await topologyOf(id)
    assert.deepEqual(nodes.map(({ host_node }) => host_node).sort(), [0, 1])
    await remove(id)
  })

  it('shows the thread siblings of a guest whose cores have threads', async () => {
    const id = await boot(await flavorWith({ 'hw:numa_nodes': '2', 'hw:cpu_threads': '2' }, 4, 512))
    assert.deepEqual((await topologyOf(id, ada)).nodes, [
      { vcpu_set: [0, 1], siblings: [[0, 1]], memory_mb: 256 },
      { vcpu_set: [2, 3], siblings: [[2, 3]], memory_mb: 256 },
    ])
    await remove(id)
  })

  it('pins dedicated CPUs until none is left, and then says how many each host has free', async () => {
    const flavor = await flavorWith({ 'hw:cpu_policy': 'dedicated' })
    const ids: string[] = []
    for (let count = 0; count < 4; count += 1) ids.push(await boot(flavor))
    const taken = await Promise.all(ids.map(async (id) => `${await hostOf(id)} ${await pinsOf(id)}`))
    assert.deepEqual(taken.sort(), ['a 2,3', 'a 6,7', 'b 2,3', 'b 6,7'])
    const refused = await boot(flavor, 'ERROR')
    assert.match(await refusal(refused), /^a: Placement: has 0 of 4 PCPU free, 2 needed/m)
    await remove(refused, ...ids)
    const again = await boot(flavor)
    await remove(again)
  })

  it('refuses a server that fits the host as a whole but no single cell, and says so', async () => {
    const id = await boot(await flavorWith({ 'hw:cpu_policy': 'dedicated' }, 3), 'ERROR')
    assert.match(
      await refusal(id),
      /a: NUMATopologyFilter: NUMA cell 0 has 2 of 2 dedicated CPUs free, and 3 are needed/,
    )
    await remove(id)
  })

  it('gives a server with the mixed CPU policy both shared and dedicated CPUs', async () => {
    const id = await boot(await flavorWith({ 'hw:cpu_policy': 'mixed', 'hw:cpu_dedicated_mask': '^0' }, 3))
    const { nodes } = await topologyOf(id)
    assert.deepEqual(Object.keys(nodes[0]?.cpu_pinning ?? {}), ['1', '2'])
    const held = (await cloud.admin.placement.get(`/allocations/${id}`)).body.allocations
    const amounts = Object.values(held).map((one) => (one as { resources: object }).resources)
    assert.deepEqual(amounts, [{ VCPU: 1, PCPU: 2, MEMORY_MB: 256, DISK_GB: 1 }])
    await remove(id)
  })

  it('pins to the threads of one core for "require", and avoids hyperthreading hosts for "isolate"', async () => {
    const required = await boot(
      await flavorWith({ 'hw:cpu_policy': 'dedicated', 'hw:cpu_thread_policy': 'require' }),
    )
    assert.deepEqual(((await pinsOf(required))[0] ?? 0) % 4, 2)
    const specs = { 'hw:cpu_policy': 'dedicated', 'hw:cpu_thread_policy': 'isolate' }
    const isolated = await boot(await flavorWith(specs), 'ERROR')
    assert.match(await refusal(isolated), /has the trait HW_CPU_HYPERTHREADING, which is forbidden/)
    await remove(required, isolated)
  })

  it('gives servers huge pages, except those that are reserved', async () => {
    const flavor = await flavorWith({ 'hw:mem_page_size': 'large' }, 1, 400)
    const [one, other] = [await boot(flavor), await boot(flavor)]
    assert.equal((await topologyOf(one)).pagesize_kb, 2048)
    const nodes = await Promise.all(
      [one, other].map(async (id) => `${await hostOf(id)} ${(await topologyOf(id)).nodes[0]?.host_node}`),
    )
    assert.equal(new Set(nodes).size, 2)
    const most = await boot(await flavorWith({ 'hw:mem_page_size': '2MB' }, 1, 514), 'ERROR')
    assert.match(await refusal(most), /NUMA cell 1 has 400 MiB in pages of 2048 KiB free, and 514 MiB are/)
    await remove(one, other, most)
  })

  it('refuses with 400 a flavor whose CPUs cannot be divided evenly among its NUMA nodes', async () => {
    const flavorRef = await flavorWith({ 'hw:numa_nodes': '3' })
    const server = { name: 'torn', imageRef, flavorRef, networks: 'none' }
    const answer = await ada.compute.post('/servers', { server }, at278)
    assert.equal(answer.status, 400)
    assert.match(answer.body.badRequest.message, /cannot be evenly distributed across instance NUMA nodes/)
  })

  it('pins other CPUs for a resize, and the former ones again when it is reverted', async () => {
    const small = await flavorWith({ 'hw:cpu_policy': 'dedicated' })
    const id = await boot(small)
    const [host, pins] = [await hostOf(id), await pinsOf(id)]
    const large = await flavorWith({ 'hw:cpu_policy': 'dedicated', 'hw:numa_nodes': '2' }, 4, 512)
    await act(ada, id, { resize: { flavorRef: large } })
    await serverInStatus(ada, id, 'VERIFY_RESIZE')
    assert.notEqual(await hostOf(id), host)
    assert.deepEqual((await pinsOf(id)).sort(), [2, 3, 6, 7])
    await act(ada, id, { revertResize: null })
    await serverInStatus(ada, id, 'ACTIVE')
    assert.deepEqual([await hostOf(id), await pinsOf(id)], [host, pins])
    // The CPUs of the reverted resize are free again for others.
    const others = [await boot(large), await boot(small)]
    await remove(id, ...others)
  })

  /** Boots servers until, with those present, each pair of dedicated CPUs of each cell is pinned by one server. */
  const fillUp = async (flavorRef: string, ...present: readonly string[]): Promise<readonly string[]> => {
    const ids: string[] = [...present]
    while (ids.length < 4) ids.push(await boot(flavorRef))
    const taken = await Promise.all(ids.map(async (id) => `${await hostOf(id)} ${await pinsOf(id)}`))
    assert.deepEqual(taken.sort(), ['a 2,3', 'a 6,7', 'b 2,3', 'b 6,7'])
    return ids.slice(present.length)
  }

  it('pins CPUs of the other host for a cold migration, and frees the former ones', async () => {
    const flavor = await flavorWith({ 'hw:cpu_policy': 'dedicated' })
    const id = await boot(flavor)
    const from = await hostOf(id)
    await act(cloud.admin, id, { migrate: null })
    await serverInStatus(ada, id, 'VERIFY_RESIZE')
    assert.notEqual(await hostOf(id), from)
    const confirmed = await ada.compute.post(`/servers/${id}/action`, { confirmResize: null })
    assert.equal(confirmed.status, 204)
    await serverInStatus(ada, id, 'ACTIVE')
    await remove(id, ...(await fillUp(flavor, id)))
  })

  it('frees the CPUs of a shelved server, and pins the ones that are left when it is unshelved', async () => {
    const flavor = await flavorWith({ 'hw:cpu_policy': 'dedicated' })
    const id = await boot(flavor)
    await act(ada, id, { shelve: null })
    await serverInStatus(ada, id, 'SHELVED_OFFLOADED')
    const [first = '', ...others] = await fillUp(flavor)
    await remove(first)
    await act(ada, id, { unshelve: null })
    await serverInStatus(ada, id, 'ACTIVE')
    await remove(...(await fillUp(flavor, id, ...others)), id, ...others)
  })

  it('pins CPUs of another host for an evacuation, and frees the former ones when the host is back', async () => {
    const flavor = await flavorWith({ 'hw:cpu_policy': 'dedicated' })
    const id = await boot(flavor)
    const from = await hostOf(id)
    const { body } = await cloud.admin.compute.get(`/os-services?host=${from}&binary=nova-compute`, at278)
    const setDown = async (forced_down: boolean) => {
      const path = `/os-services/${body.services[0].id}`
      assert.equal((await cloud.admin.compute.put(path, { forced_down }, at278)).status, 200)
    }
    await setDown(true)
    const asked = await cloud.admin.compute.post(`/servers/${id}/action`, { evacuate: {} }, at278)
    assert.equal(asked.status, 200, JSON.stringify(asked.body))
    await serverInStatus(ada, id, 'ACTIVE')
    assert.notEqual(await hostOf(id), from)
    assert.equal((await pinsOf(id)).length, 2)
    await setDown(false)
    await guestGone(cloud.drivers, { host: from, id })
    await cloud.settled()
    await remove(id, ...(await fillUp(flavor, id)))
  })

  it('pins CPUs of the other host for a live migration', async () => {
    const id = await boot(await flavorWith({ 'hw:cpu_policy': 'dedicated' }))
    const from = await hostOf(id)
    const body = { 'os-migrateLive': { host: null, block_migration: 'auto' } }
    const asked = await cloud.admin.compute.post(`/servers/${id}/action`, body, at278)
    assert.equal(asked.status, 202, JSON.stringify(asked.body))
    await cloud.settled()
    await serverInStatus(ada, id, 'ACTIVE')
    assert.notEqual(await hostOf(id), from)
    assert.equal((await pinsOf(id)).length, 2)
    await remove(id)
  })
})
