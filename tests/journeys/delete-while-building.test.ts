import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { eventually } from '@nimbo/testkit/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { assertNothingLeft } from '@nimbo/testkit/server-parts'
import { bootServer, serverGone, showServer } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { withHypervisor } from '@nimbo/testkit/with-hypervisor'

/** A hypervisor whose spawns wait until they are let go. */
const heldHypervisor = () => {
  const { promise: gate, resolve: release } = Promise.withResolvers<void>()
  const hypervisor = fakeHypervisor()
  const hypervisors = hypervisor.hypervisors.map(({ host, driver }) => ({
    host,
    driver: {
      ...driver,
      spawning: {
        ...driver.spawning,
        spawn: async (...order: Parameters<typeof driver.spawning.spawn>) => {
          await gate
          return driver.spawning.spawn(...order)
        },
      },
    },
  }))
  return { hypervisor: { ...hypervisor, hypervisors }, release }
}

const ground = async (cloud: TestCloud) => {
  const ada = await cloud.person('ada')
  const network = await makeNetwork(ada)
  const [flavorRef, imageRef] = await Promise.all([makeFlavor(cloud.admin), makeImage(ada)])
  return { ada, order: { imageRef, flavorRef, networks: [{ uuid: network.id }] } }
}

describe('a server that is deleted while it is built', () => {
  it('goes away when the request has only just been accepted', async () => {
    await using cloud = await startTestCloud()
    const { ada, order } = await ground(cloud)

    const ids = await Promise.all(Array.from({ length: 5 }, () => bootServer(ada, order)))
    const deleted = await Promise.all(ids.map((id) => ada.compute.delete(`/servers/${id}`)))
    assert.deepEqual(new Set(deleted.map(({ status }) => status)), new Set([204]))

    for (const id of ids) await serverGone(ada, id)
    await cloud.settled()
    for (const id of ids) await assertNothingLeft(cloud.admin, cloud.state.path, id)
  })

  it('goes away when its host is spawning it', async () => {
    const { hypervisor, release } = heldHypervisor()
    await using cloud = await startTestCloud({ drivers: withHypervisor(hypervisor) })
    const { ada, order } = await ground(cloud)

    const id = await bootServer(ada, order)
    try {
      await eventually(async () => {
        assert.equal((await showServer(ada, id))['OS-EXT-STS:task_state'], 'spawning')
      })
      assert.equal((await ada.compute.delete(`/servers/${id}`)).status, 204)
    } finally {
      release()
    }

    await serverGone(ada, id)
    await cloud.settled()
    await assertNothingLeft(cloud.admin, cloud.state.path, id)
    const domains = await Promise.all(hypervisor.hypervisors.map(({ driver }) => driver.host.list()))
    assert.deepEqual(domains.flat(), [])
  })
})
