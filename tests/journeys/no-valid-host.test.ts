import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { assertNothingLeft } from '@nimbo/testkit/server-parts'
import { bootServer, serverGone, serverInStatus, showServer } from '@nimbo/testkit/servers'

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
