import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import type { Hypervisor } from '../../src/driver/hypervisor.ts'
import { computeCloud } from './compute-cloud.ts'

it('an agent that does not find its hypervisor tells the conductor before its start fails', async () => {
  const moments: string[] = []
  const hypervisors = fakeHypervisor().hypervisors.map(({ host, driver }) => {
    const open: Hypervisor['host']['open'] = async (_onEvent, onUnreachable) => {
      const reason = new Error('there is no libvirtd')
      onUnreachable?.(reason)
      throw reason
    }
    return { host, driver: { ...driver, host: { ...driver.host, open } } }
  })
  const cloud = computeCloud(hypervisors, async (moment) => void moments.push(moment))
  await assert.rejects(cloud, /there is no libvirtd/)
  assert.deepEqual(moments, ['cast hypervisorUnreachable'])
})
