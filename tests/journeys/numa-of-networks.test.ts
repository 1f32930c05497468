// Only in the embedded cloud: the cells of the hosts come from the fake hypervisor.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { eventually } from '@nimbo/testing/eventually'
import type { Client } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { act, bootServer, serverGone, serverInStatus, showServer } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { withHypervisor } from '@nimbo/testkit/with-hypervisor'

const numaCells = [0, 1, 2].map((id) => ({
  ...{ id, cpus: [id * 2, id * 2 + 1], siblings: [[id * 2], [id * 2 + 1]], memoryMb: 2048 },
  mempages: [{ sizeKb: 4, total: 524_288 }],
}))
const drivers = () => withHypervisor(fakeHypervisor({ hosts: ['a', 'b'], numaCells }))
const at278 = { 'openstack-api-version': 'compute 2.78' }

const environment = {
  OS_NEUTRON__PHYSNETS: 'foo,bar',
  OS_NEUTRON_PHYSNET_FOO__NUMA_NODES: '1',
  OS_NEUTRON_PHYSNET_BAR__NUMA_NODES: '0, 2',
  OS_NEUTRON_TUNNEL__NUMA_NODES: '2',
  OS_LINUX_BRIDGE__PHYSICAL_INTERFACE_MAPPINGS: 'foo:eth1,bar:eth2,other:eth3',
  OS_FILTER_SCHEDULER__ENABLED_FILTERS: 'ComputeFilter,NUMATopologyFilter',
}

describe('servers whose networks are near some NUMA cells', () => {
  let cloud: TestCloud
  let ada: Client
  let imageRef: string
  let oneCell: string
  let twoCells: string
  const networks: Record<string, string> = {}

  before(async () => {
    cloud = await startTestCloud({ drivers: drivers(), environment })
    ada = await cloud.person('ada')
    imageRef = await makeImage(ada)
    const flavor = (nodes: string) =>
      makeFlavor(cloud.admin, {
        name: `on-${nodes}`,
        vcpus: 2,
        ram: 256,
        extraSpecs: { 'hw:numa_nodes': nodes },
      })
    oneCell = await flavor('1')
    twoCells = await flavor('2')
    for (const name of ['foo', 'bar', 'other'])
      networks[name] = await networkOf(name, {
        ...{ 'provider:network_type': 'flat', 'provider:physical_network': name },
      })
    networks.tunnel = await networkOf('tunnel', { 'provider:network_type': 'vxlan' })
  })
  after(() => cloud[Symbol.asyncDispose]())

  const networkOf = async (name: string, wire: object): Promise<string> => {
    const { network } = cloud.admin
    const made = await network.post('/v2.0/networks', { network: { name, shared: true, ...wire } })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { id } = made.body.network
    const subnet = { network_id: id, ip_version: 4, cidr: '10.91.0.0/24' }
    assert.equal((await network.post('/v2.0/subnets', { subnet })).status, 201)
    return id
  }
  const boot = async (flavorRef: string, on: readonly object[], status = 'ACTIVE'): Promise<string> => {
    const id = await bootServer(ada, { imageRef, flavorRef, networks: on })
    await eventually(async () => assert.notEqual((await showServer(ada, id)).status, 'BUILD'))
    const { fault } = await showServer(cloud.admin, id)
    assert.equal((await showServer(ada, id)).status, status, fault?.details ?? '')
    return id
  }
  const uuid = (name: string) => ({ uuid: networks[name] ?? '' })
  const cellsOf = async (id: string): Promise<readonly number[]> => {
    const { nodes } = (await cloud.admin.compute.get(`/servers/${id}/topology`, at278)).body
    return nodes.map(({ host_node }: { host_node: number }) => host_node).sort()
  }
  const remove = async (...ids: readonly string[]) => {
    for (const id of ids) {
      await ada.compute.delete(`/servers/${id}`)
      await serverGone(ada, id)
    }
  }

  it('are placed on the cell of the physical network, and stay on it when they move', async () => {
    const ids = [await boot(oneCell, [uuid('foo')])]
    const made = await ada.network.post('/v2.0/ports', { port: { network_id: networks.foo } })
    ids.push(await boot(oneCell, [{ port: made.body.port.id }]))
    for (const id of ids) assert.deepEqual(await cellsOf(id), [1])
    const [id = ''] = ids
    await act(cloud.admin, id, { migrate: null })
    await serverInStatus(ada, id, 'VERIFY_RESIZE')
    assert.deepEqual(await cellsOf(id), [1])
    const confirmed = await ada.compute.post(`/servers/${id}/action`, { confirmResize: null })
    assert.equal(confirmed.status, 204)
    await serverInStatus(ada, id, 'ACTIVE')
    await remove(...ids)
  })

  it('are placed on one of the cells of a physical network, and on that of tunneled networks', async () => {
    const ids = [await boot(oneCell, [uuid('tunnel')]), await boot(oneCell, [uuid('bar'), uuid('tunnel')])]
    for (const id of ids) assert.deepEqual(await cellsOf(id), [2])
    await remove(...ids)
  })

  it('need as many cells as their networks are at, or are refused with the reason', async () => {
    const refused = await boot(oneCell, [uuid('foo'), uuid('tunnel')], 'ERROR')
    const { fault } = await showServer(cloud.admin, refused)
    assert.match(
      fault?.details ?? '',
      /a: NUMATopologyFilter: has the physical network foo at NUMA cell 1, and not at NUMA cell 0/,
    )
    assert.match(fault?.details ?? '', /has tunneled networks at NUMA cell 2, and not at NUMA cell 1/)
    const wide = await boot(twoCells, [uuid('foo'), uuid('tunnel')])
    assert.deepEqual(await cellsOf(wide), [1, 2])
    await remove(refused, wide)
  })

  it('may be on any cell if their networks are not named, and need none without a topology', async () => {
    const ids = [await boot(oneCell, [uuid('other')])]
    assert.deepEqual(await cellsOf(ids[0] ?? ''), [0])
    ids.push(await boot(await makeFlavor(cloud.admin, { name: 'plain' }), [uuid('foo'), uuid('tunnel')]))
    await remove(...ids)
  })

  it('have a host that starts only if its options name NUMA nodes that it has', async () => {
    const wrong = [
      [
        { OS_NEUTRON__PHYSNETS: 'foo' },
        /physnet 'foo' was listed in .* no corresponding '\[neutron_physnet_foo\]/,
      ],
      [
        { OS_NEUTRON_TUNNEL__NUMA_NODES: '3' },
        /node 3 for tunneled networks is not among the nodes .*: 0, 1, 2/,
      ],
      [
        { OS_NEUTRON__PHYSNETS: 'foo', OS_NEUTRON_PHYSNET_FOO__NUMA_NODES: 'one' },
        /\[neutron_physnet_foo\] numa_nodes: one is no number/,
      ],
    ] as const
    for (const [options, reason] of wrong)
      await assert.rejects(startTestCloud({ drivers: drivers(), environment: options }), (error: Error) => {
        assert.match(error.message, /^Invalid NUMA network affinity configured: /)
        assert.match(error.message, reason)
        return true
      })
  })
})
