import assert from 'node:assert/strict'
import { it } from 'node:test'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { bootServer, serverGone, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { eventually } from '@nimbo/testing/eventually'

// Ports had no `dns_name`, so that guests could not find each other by the names of their servers.
it('gives the ports of a server its host name, until they are released', async () => {
  await using cloud = await startTestCloud({ hosts: 1 })
  const ada = await cloud.person('ada')
  const network = await makeNetwork(ada)
  const nameOf = async (query: string): Promise<readonly string[]> => {
    const { body } = await ada.network.get(`/v2.0/ports?${query}&fields=dns_name`)
    return body.ports.map(({ dns_name }: { readonly dns_name: string }) => dns_name)
  }
  const ownPort = async (): Promise<string> => {
    const { body } = await ada.network.post('/v2.0/ports', { port: { network_id: network.id } })
    return body.port.id
  }
  const [booted, plugged] = [await ownPort(), await ownPort()]
  const id = await bootServer(ada, {
    ...{ name: 'Web One', imageRef: await makeImage(ada), flavorRef: await makeFlavor(cloud.admin) },
    networks: [{ uuid: network.id }, { port: booted }],
  })
  await serverInStatus(ada, id, 'ACTIVE')
  const attachment = { interfaceAttachment: { port_id: plugged } }
  assert.equal((await ada.compute.post(`/servers/${id}/os-interface`, attachment)).status, 200)
  await eventually(async () =>
    assert.deepEqual(await nameOf(`device_id=${id}`), ['web-one', 'web-one', 'web-one']),
  )
  assert.equal((await ada.compute.delete(`/servers/${id}`)).status, 204)
  await serverGone(ada, id)
  assert.deepEqual(await nameOf(`id=${booted}&id=${plugged}`), ['', ''])
})
