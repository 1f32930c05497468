import assert from 'node:assert/strict'
import { afterEach, before, it } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { assertNothingLeft, partsOf } from '@nimbo/testkit/server-parts'
import { bootServer, serverGone, serverInStatus } from '@nimbo/testkit/servers'

const hosts = 2

inEachShape('a host that cannot build a server', { hosts, distributedByName: true }, (cloud) => {
  let ada: Client
  let order: Readonly<Record<string, unknown>>
  before(async () => {
    ada = await cloud().person('ada')
    const network = await makeNetwork(ada)
    const [flavorRef, imageRef] = await Promise.all([makeFlavor(cloud().admin), makeImage(ada)])
    order = { imageRef, flavorRef, networks: [{ uuid: network.id }] }
  })
  afterEach(() => cloud().hosts.faults.clear())

  it('has it rescheduled to an alternate host, and keeps nothing of it', async () => {
    await cloud().hosts.faults.failOn('spawn', { times: 1 })
    const id = await bootServer(ada, order)
    await serverInStatus(ada, id, 'ACTIVE')

    const { body } = await cloud().admin.compute.get(`/servers/${id}`)
    const host: string = body.server['OS-EXT-SRV-ATTR:host']
    const { body: providers } = await cloud().admin.placement.get(`/resource_providers?name=${host}`)
    await cloud().inTheEnd(async () => {
      const { allocations, ports } = await partsOf(cloud(), id)
      assert.deepEqual(Object.keys(allocations), [providers.resource_providers[0].uuid])
      assert.deepEqual(
        ports.map((port) => [port.status, port['binding:host_id']]),
        [['ACTIVE', host]],
      )
      assert.deepEqual(await cloud().hosts.domains(), [{ host, id }])
    })
    await ada.compute.delete(`/servers/${id}`)
    await serverGone(ada, id)
  })

  it('leaves the server in ERROR, with nothing on any host, when every host fails', async () => {
    await cloud().hosts.faults.failOn('spawn')
    const id = await bootServer(ada, order)
    const server = await serverInStatus(ada, id, 'ERROR')

    assert.equal(server.fault?.code, 500)
    assert.match(server.fault.message, /Exceeded maximum number of retries|No valid host was found/)
    await cloud().inTheEnd(async () => {
      await assertNothingLeft(cloud(), id)
      assert.deepEqual(await cloud().hosts.domains(), [])
    })
  })

  it('is used again for the next server', async () => {
    await cloud().hosts.faults.failOn('spawn', { times: hosts })
    const unlucky = await bootServer(ada, order)
    await serverInStatus(ada, unlucky, 'ERROR')
    const lucky = await bootServer(ada, order)
    await serverInStatus(ada, lucky, 'ACTIVE')
  })
})
