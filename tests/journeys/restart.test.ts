import assert from 'node:assert/strict'
import { it } from 'node:test'
import { enter } from '@nimbo/testkit/cloud-under-test'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { assertNothingLeft, partsOf, type ServerParts } from '@nimbo/testkit/server-parts'
import { act, bootServer, serverGone, serverInStatus, showServer } from '@nimbo/testkit/servers'

/** Without the generations, which grow with every report of a host. */
const resourcesByProvider = (allocations: ServerParts['allocations']) =>
  Object.entries(allocations).map(([provider, { resources }]) => [provider, resources])

inEachShape('a cloud that is restarted', {}, (cloud) => {
  it('still has its servers, with addresses, allocations and ports, and can stop, start and delete them', async () => {
    const before = await (async () => {
      const ada = await cloud().person('ada')
      const network = await makeNetwork(ada)
      const [flavorRef, imageRef] = await Promise.all([makeFlavor(cloud().admin), makeImage(ada)])
      const id = await bootServer(ada, { imageRef, flavorRef, networks: [{ uuid: network.id }] })
      const server = await serverInStatus(ada, id, 'ACTIVE')
      const parts = await cloud().inTheEnd(() => partsOf(cloud(), id))
      return { id, server, parts, password: cloud().access.password }
    })()

    await cloud().restart()
    assert.equal(cloud().access.password, before.password)
    const ada = await enter(cloud(), { username: 'ada', password: 'ada-secret', project: 'ada' })

    const { id } = before
    await cloud().inTheEnd(async () => {
      assert.equal((await showServer(ada, id)).status, 'ACTIVE')
      assert.deepEqual((await showServer(ada, id)).addresses, before.server.addresses)
      const { allocations, ports } = await partsOf(cloud(), id)
      assert.deepEqual(resourcesByProvider(allocations), resourcesByProvider(before.parts.allocations))
      assert.deepEqual(
        ports.map((port) => [port.id, port.status]),
        before.parts.ports.map((port) => [port.id, 'ACTIVE']),
      )
    })

    await act(ada, id, { 'os-stop': null })
    await serverInStatus(ada, id, 'SHUTOFF')
    await act(ada, id, { 'os-start': null })
    await serverInStatus(ada, id, 'ACTIVE')

    assert.equal((await ada.compute.delete(`/servers/${id}`)).status, 204)
    await serverGone(ada, id)
    await cloud().inTheEnd(() => assertNothingLeft(cloud(), id))
  })
})
