import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverInStatus, showServer } from '@nimbo/testkit/servers'

const version = { 'openstack-api-version': 'compute 2.53' }

inEachShape('the workload of hypervisors', { hosts: 2 }, (cloud) => {
  it('is the number of their servers with a task', async () => {
    const ada = await cloud().person('ada')
    const order = {
      ...{ imageRef: await makeImage(ada), flavorRef: await makeFlavor(cloud().admin), networks: 'none' },
    } as const
    const { compute } = cloud().admin
    const workloads = async (): Promise<Record<string, number>> => {
      const { body } = await compute.get('/os-hypervisors/detail', version)
      return Object.fromEntries(
        body.hypervisors.map((one: { service: { host: string }; current_workload: number }) => [
          one.service.host,
          one.current_workload,
        ]),
      )
    }
    const [one = '', other = ''] = Object.keys(await workloads())
    assert.deepEqual(await workloads(), { [one]: 0, [other]: 0 })

    const release = await cloud().hosts.faults.hold('spawn')
    const id = await bootServer(ada, order)
    try {
      await eventually(async () =>
        assert.equal((await showServer(ada, id))['OS-EXT-STS:task_state'], 'spawning'),
      )
      const host = (await showServer(cloud().admin, id))['OS-EXT-SRV-ATTR:host']
      assert.deepEqual(await workloads(), { [one]: 0, [other]: 0, [String(host)]: 1 })
      const { body } = await compute.get('/os-hypervisors/statistics', version)
      assert.equal(body.hypervisor_statistics.current_workload, 1)
    } finally {
      await release()
    }
    await serverInStatus(ada, id, 'ACTIVE')
    assert.deepEqual(await workloads(), { [one]: 0, [other]: 0 })
  })
})
