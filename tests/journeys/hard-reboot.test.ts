import assert from 'node:assert/strict'
import { test } from 'node:test'
import { powerStates } from '@nimbo/compute/driver/hypervisor'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { withDeadline } from '@nimbo/kernel/deadline'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { act, bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { withHypervisor } from '@nimbo/testkit/with-hypervisor'

// Only in the embedded cloud, because this replaces the hypervisor driver.

test('a hard reboot does not wait for a guest that ignores a soft one', async () => {
  const asked = Promise.withResolvers<void>()
  const fake = fakeHypervisor()
  const hypervisors = fake.hypervisors.map(({ host, driver }) => {
    /** Like a hypervisor whose guest never shuts down by itself. */
    const reboot: typeof driver.power.reboot = async (order, how, ...rest) => {
      if (how === 'soft') {
        asked.resolve()
        await eventually(async () =>
          assert.equal(await driver.power.powerState(order.id), powerStates.shutdown),
        )
      }
      await driver.power.reboot(order, how, ...rest)
    }
    return { host, driver: { ...driver, power: { ...driver.power, reboot } } }
  })
  await using cloud = await startTestCloud({ drivers: withHypervisor({ ...fake, hypervisors }) })
  const ada = await cloud.person('ada')
  const id = await bootServer(ada, {
    ...{ imageRef: await makeImage(ada), flavorRef: await makeFlavor(cloud.admin) },
  })
  await serverInStatus(ada, id, 'ACTIVE')
  await act(ada, id, { reboot: { type: 'SOFT' } })
  await withDeadline('the soft reboot on the host', 30_000, asked.promise)
  await act(ada, id, { reboot: { type: 'HARD' } })
  await serverInStatus(ada, id, 'ACTIVE')
  const actions = await ada.compute.get(`/servers/${id}/os-instance-actions`)
  const reboots = actions.body.instanceActions.filter(({ action }: { action: string }) => action === 'reboot')
  assert.deepEqual(
    reboots.map(({ message }: { message: string | null }) => message),
    [null, null],
  )
  const log = await ada.compute.post(`/servers/${id}/action`, { 'os-getConsoleOutput': {} })
  assert.match(log.body.output, /rebooted \(soft\)[\s\S]*rebooted \(hard\)/)
})
