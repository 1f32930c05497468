import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import type { Client } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { assertNothingLeft, partsOf } from '@nimbo/testkit/server-parts'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { withHypervisor } from '@nimbo/testkit/with-hypervisor'

const boot = async (cloud: TestCloud, person: Client): Promise<string> => {
  const network = await makeNetwork(person)
  const [flavorRef, imageRef] = await Promise.all([makeFlavor(cloud.admin), makeImage(person)])
  return bootServer(person, { imageRef, flavorRef, networks: [{ uuid: network.id }] })
}

describe('a host that cannot build a server', () => {
  it('hands it to the next alternate, and keeps nothing of it', async () => {
    const hypervisor = fakeHypervisor({ hosts: 2 }).failOn('spawn', { times: 1 })
    await using cloud = await startTestCloud({ drivers: withHypervisor(hypervisor) })
    const ada = await cloud.person('ada')

    const id = await boot(cloud, ada)
    await serverInStatus(ada, id, 'ACTIVE')
    await cloud.settled()

    const { body } = await cloud.admin.compute.get(`/servers/${id}`)
    const host: string = body.server['OS-EXT-SRV-ATTR:host']
    const { allocations, ports } = await partsOf(cloud.admin, cloud.state.path, id)
    const { body: providers } = await cloud.admin.placement.get(`/resource_providers?name=${host}`)
    assert.deepEqual(Object.keys(allocations), [providers.resource_providers[0].uuid])
    assert.deepEqual(
      ports.map((port) => [port.status, port['binding:host_id']]),
      [['ACTIVE', host]],
    )
    const domains = await Promise.all(hypervisor.hypervisors.map(({ driver }) => driver.host.list()))
    assert.deepEqual(
      domains.flat().map((domain) => domain.id),
      [id],
    )
  })

  it('leaves the server in ERROR when every host refuses, with nothing of it anywhere', async () => {
    const hypervisor = fakeHypervisor({ hosts: 2 }).failOn('spawn')
    await using cloud = await startTestCloud({ drivers: withHypervisor(hypervisor) })
    const ada = await cloud.person('ada')

    const id = await boot(cloud, ada)
    const server = await serverInStatus(ada, id, 'ERROR')
    await cloud.settled()

    assert.equal(server.fault?.code, 500)
    assert.match(server.fault.message, /Exceeded maximum number of retries|No valid host was found/)
    await assertNothingLeft(cloud.admin, cloud.state.path, id)
    const domains = await Promise.all(hypervisor.hypervisors.map(({ driver }) => driver.host.list()))
    assert.deepEqual(domains.flat(), [])
  })

  it('is tried again for the next server', async () => {
    const hypervisor = fakeHypervisor().failOn('spawn', { times: 1 })
    await using cloud = await startTestCloud({ drivers: withHypervisor(hypervisor) })
    const ada = await cloud.person('ada')
    const [flavorRef, imageRef] = await Promise.all([makeFlavor(cloud.admin), makeImage(ada)])

    const unlucky = await bootServer(ada, { imageRef, flavorRef })
    await serverInStatus(ada, unlucky, 'ERROR')
    const lucky = await bootServer(ada, { imageRef, flavorRef })
    await serverInStatus(ada, lucky, 'ACTIVE')
  })
})
