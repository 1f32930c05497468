import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { assertNothingLeft } from '@nimbo/testkit/server-parts'
import { bootServer, serverGone, serverInStatus, showServer } from '@nimbo/testkit/servers'

inEachShape('a server beside others that fill the hosts', { hosts: 2, distributedByName: true }, (cloud) => {
  it('is told that each host is full', async () => {
    const { admin } = cloud()
    const { resource_providers } = (await admin.placement.get('/resource_providers')).body
    // With reserves of everything, the hosts have nothing to give.
    for (const { uuid } of resource_providers) {
      const path = `/resource_providers/${uuid}/inventories`
      const { body } = await admin.placement.get(path)
      for (const inventory of Object.values<{ total: number; reserved: number }>(body.inventories))
        inventory.reserved = inventory.total
      assert.equal((await admin.placement.put(path, body)).status, 200)
    }
    const id = await bootServer(admin, {
      ...{ imageRef: await makeImage(admin), flavorRef: await makeFlavor(admin), networks: 'none' },
    })
    const { fault } = await serverInStatus(admin, id, 'ERROR')
    for (const host of cloud().hosts.names)
      assert.match(
        fault?.details ?? '',
        new RegExp(`^${host}: Placement: has 0 of 0 VCPU free, 1 needed; has 0 of 0 MEMORY_MB free`, 'm'),
      )
  })
})

inEachShape('a server for which no host has room', { hosts: 2, distributedByName: true }, (cloud) => {
  it('ends in ERROR with a fault whose details only admins see, and leaves nothing behind', async () => {
    const ada = await cloud().person('ada')
    const network = await makeNetwork(ada)
    // Within every quota, but no host has so much disk.
    const flavorRef = await makeFlavor(cloud().admin, { disk: 1_000_000 })
    const imageRef = await makeImage(ada)

    const id = await bootServer(ada, { imageRef, flavorRef, networks: [{ uuid: network.id }] })
    const server = await serverInStatus(ada, id, 'ERROR')

    assert.equal(server.fault?.code, 500)
    assert.equal(server.fault?.message, 'No valid host was found.')
    assert.equal(server['OS-EXT-STS:vm_state'], 'error')
    assert.equal(server.fault?.details, undefined, 'users do not see the names of hosts')
    const { fault } = await showServer(cloud().admin, id)
    assert.match(fault?.details ?? '', /^Placement offered 0 hosts\./)
    for (const host of cloud().hosts.names)
      assert.match(
        fault?.details ?? '',
        new RegExp(`^${host}: Placement: has \\d+ of \\d+ DISK_GB free, 1000000 needed$`, 'm'),
      )
    await cloud().inTheEnd(() => assertNothingLeft(cloud(), id))

    assert.equal((await ada.compute.delete(`/servers/${id}`)).status, 204)
    await serverGone(ada, id)
  })
})
