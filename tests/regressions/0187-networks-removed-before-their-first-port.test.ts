import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { fakeNetworkDriver } from '@nimbo/network-fake/network-fake'
import { eventually } from '@nimbo/testing/eventually'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { withHypervisor } from '@nimbo/testkit/with-hypervisor'

const shortId = (id: string): string => id.slice(0, 11)

/** With Tempest on real guests, "Cannot get interface MTU on 'brq…': No such device" ended the build of a server. */
test('an agent does not remove the bridge of a network while it binds the first port there', async () => {
  const fake = fakeNetworkDriver()
  const removed: string[] = []
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let awaited = ''
  const network = {
    ...fake,
    open: async (name: string) => {
      const host = await fake.open(name)
      const { wires } = host
      return {
        ...host,
        wires: {
          ...wires,
          ensureNetwork: async (segment: Parameters<typeof wires.ensureNetwork>[0]) => {
            await wires.ensureNetwork(segment)
            if (segment.id !== awaited) return
            asked.resolve()
            await released.promise
          },
          removeNetwork: async (id: string) => {
            removed.push(id)
            await wires.removeNetwork(id)
          },
        },
      }
    },
  }
  const drivers = withHypervisor(fakeHypervisor())
  await using cloud = await startTestCloud({
    drivers: async (state) => ({ ...(await drivers(state)), network }),
  })
  const { compute, network: neutron } = cloud.admin
  const [host] = (await compute.get('/os-hypervisors/detail')).body.hypervisors
  const networkOf = async (cidr: string, dhcp: boolean): Promise<string> => {
    const { id } = (await neutron.post('/v2.0/networks', { network: {} })).body.network
    const subnet = { network_id: id, ip_version: 4, cidr, enable_dhcp: dhcp }
    assert.equal((await neutron.post('/v2.0/subnets', { subnet })).status, 201)
    return id
  }
  const deleted = await networkOf('10.1.0.0/24', true)
  await eventually(() => assert.ok(fake.host(host.service.host).dhcp.has(deleted)))
  awaited = await networkOf('10.2.0.0/24', false)

  const port = { network_id: awaited, 'binding:host_id': host.service.host }
  const binding = neutron.post('/v2.0/ports', { port })
  await asked.promise
  assert.equal((await neutron.delete(`/v2.0/networks/${deleted}`)).status, 204)
  await eventually(() => assert.ok(removed.includes(shortId(deleted))))
  released.resolve()
  assert.equal((await binding).body.port['binding:vif_type'], fake.vifType)
  assert.deepEqual(removed, [shortId(deleted)])
})
