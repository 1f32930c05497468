import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { eventually } from '@nimbo/testing/eventually'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { notificationSettings, receiveAll } from '@nimbo/testkit/received-notifications'
import { withHypervisor } from '@nimbo/testkit/with-hypervisor'

// About the embedded cloud alone, whose fake hosts the test controls.
const fake = fakeHypervisor({ hosts: ['rack-1'] })

const cloud = ownCloud({
  drivers: withHypervisor(fake),
  environment: {
    ...notificationSettings('both'),
    OS_DEFAULT__REPORT_INTERVAL: '1.1',
    OS_DEFAULT__COMPUTE_MONITORS: 'cpu.virt_driver',
  },
})

type Data = Readonly<Record<string, unknown>>

/** The data of a versioned payload or of an object in it. */
const dataOf = (payload: unknown): Data =>
  (payload as { readonly 'nova_object.data': Data })['nova_object.data']

it('a host tells what its monitors measure', async () => {
  await using heard = await receiveAll(cloud().cloud.bus)
  fake.cpuTimes.set('rack-1', { user: 1e15, kernel: 0, idle: 3e15, iowait: 0, frequency: 3000 })
  const percentOf = (metrics: unknown): unknown =>
    (metrics as readonly Data[]).find(({ name }) => name === 'cpu.user.percent')?.value
  await eventually(() => {
    const { publisher_id, priority, payload } = heard.last('metrics.update')
    const { metrics, ...about } = dataOf(payload)
    assert.deepEqual([publisher_id, priority], ['nova-compute:rack-1', 'INFO'])
    assert.deepEqual(about, { host: 'rack-1', host_ip: '127.0.0.1', nodename: 'rack-1' })
    assert.equal(percentOf((metrics as readonly unknown[]).map(dataOf)), 25)
  })
  await eventually(() => {
    const { publisher_id, payload } = heard.last('compute.metrics.update')
    const { metrics, ...about } = payload as Data
    assert.equal(publisher_id, 'compute.rack-1')
    assert.deepEqual(about, { host: 'rack-1', host_ip: '127.0.0.1', nodename: 'rack-1' })
    assert.equal(percentOf(metrics), 0.25)
    assert.equal((metrics as readonly unknown[]).length, 10)
  })
  await heard.assertDeclared()
})
