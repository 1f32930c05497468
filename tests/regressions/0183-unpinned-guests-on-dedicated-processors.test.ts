import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { withHypervisor } from '@nimbo/testkit/with-hypervisor'

const cell = {
  ...{ id: 0, cpus: [0, 1, 2, 3], siblings: [[0], [1], [2], [3]], memoryMb: 4096 },
  mempages: [{ sizeKb: 4, total: 1_048_576 }],
}

/**
 * A real guest without a NUMA topology ran on every CPU of its host, also on those of `cpu_dedicated_set`, which then were not
 * dedicated to anyone.
 */
test('a server without dedicated CPUs is confined to the CPUs of cpu_shared_set', async () => {
  const orders = new Map<string, SpawnOrder>()
  const fake = fakeHypervisor({ hosts: ['a'], numaCells: [cell] })
  const hypervisors = fake.hypervisors.map(({ host, driver }) => ({
    host,
    driver: {
      ...driver,
      spawning: {
        ...driver.spawning,
        spawn: (order: SpawnOrder, plugged: () => Promise<void>) => {
          orders.set(order.id, order)
          return driver.spawning.spawn(order, plugged)
        },
      },
    },
  }))
  const environment = { OS_COMPUTE__CPU_SHARED_SET: '0,2', OS_COMPUTE__CPU_DEDICATED_SET: '1,3' }
  await using cloud = await startTestCloud({
    drivers: withHypervisor({ ...fake, hypervisors }),
    environment,
  })
  const ada = await cloud.person('ada')
  const imageRef = await makeImage(ada)
  const boot = async (extraSpecs: Readonly<Record<string, string>>) => {
    const flavorRef = await makeFlavor(cloud.admin, { name: `m${orders.size}`, extraSpecs })
    const id = await bootServer(ada, { imageRef, flavorRef, networks: 'none' })
    await serverInStatus(ada, id, 'ACTIVE')
    return orders.get(id)
  }
  assert.deepEqual((await boot({}))?.sharedCpus, [0, 2])
  const pinned = await boot({ 'hw:cpu_policy': 'dedicated' })
  assert.deepEqual([pinned?.sharedCpus, pinned?.numa?.topology.cpuPolicy], [undefined, 'dedicated'])
})
