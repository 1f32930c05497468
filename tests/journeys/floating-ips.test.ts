import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { bootServer, serverGone, serverInStatus, showServer } from '@nimbo/testkit/servers'

inEachShape('a server with a floating IP', { distributedByName: true }, (cloud) => {
  let ada: Client
  let serverId = ''
  let floatingIp = ''
  let address = ''

  before(async () => {
    ada = await cloud().person('ada')
    const { admin } = cloud()
    const { network: outside } = (
      await admin.network.post('/v2.0/networks', { network: { 'router:external': true } })
    ).body
    await admin.network.post('/v2.0/subnets', {
      subnet: { network_id: outside.id, ip_version: 4, cidr: '203.0.113.0/24', enable_dhcp: false },
    })
    const { id: network, subnetId: subnet_id } = await makeNetwork(ada)
    const { router } = (
      await ada.network.post('/v2.0/routers', {
        router: { external_gateway_info: { network_id: outside.id } },
      })
    ).body
    await ada.network.put(`/v2.0/routers/${router.id}/add_router_interface`, { subnet_id })
    const [flavorRef, imageRef] = await Promise.all([makeFlavor(admin), makeImage(ada)])
    serverId = await bootServer(ada, { flavorRef, imageRef, networks: [{ uuid: network }] })
    await serverInStatus(ada, serverId, 'ACTIVE')
    const [port] = (await ada.network.get(`/v2.0/ports?device_id=${serverId}`)).body.ports
    const made = await ada.network.post('/v2.0/floatingips', {
      floatingip: { floating_network_id: outside.id, port_id: port.id },
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    floatingIp = `/v2.0/floatingips/${made.body.floatingip.id}`
    address = made.body.floatingip.floating_ip_address
  })

  const shown = async (): Promise<readonly string[]> => {
    const { addresses } = await showServer(ada, serverId)
    return Object.values(addresses)
      .flat()
      .flatMap((each) => (each['OS-EXT-IPS:type'] === 'floating' ? [each.addr] : []))
  }

  it('shows the address once the floating IP is ACTIVE', async () => {
    await eventually(async () => {
      assert.equal((await ada.network.get(floatingIp)).body.floatingip.status, 'ACTIVE')
      assert.deepEqual(await shown(), [address])
    })
  })

  it('no longer shows the address once the floating IP is taken from its port', async () => {
    await ada.network.put(floatingIp, { floatingip: { port_id: null } })
    await eventually(async () => assert.deepEqual(await shown(), []))
  })

  it('can be deleted, and the floating IP remains without a port', async () => {
    assert.equal((await ada.compute.delete(`/servers/${serverId}`)).status, 204)
    await serverGone(ada, serverId)
    assert.equal((await ada.network.get(floatingIp)).body.floatingip.port_id, null)
  })
})
