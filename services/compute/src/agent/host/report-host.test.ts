import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { Fault } from '@nimbo/kernel/errors'
import { computeCloud } from '../../../test/cloud/compute-cloud.ts'

const changedMeanwhile = new Fault({
  ...{ code: 'RemoteFault', kind: 'conflict', message: 'resource provider generation conflict' },
  details: { service: 'placement', status: 409, code: 'placement.concurrent_update' },
})

it('a host that starts while servers are claimed on it offers what it has all the same', async () => {
  let left = 2
  const before = async (moment: string): Promise<void> => {
    if (['placement setInventories', 'placement setTraits'].includes(moment) && left-- > 0)
      throw changedMeanwhile
  }
  await using cloud = await computeCloud(fakeHypervisor().hypervisors, before)
  assert.ok(left < 0)
  const [provider] = cloud.providers.values()
  assert.ok(Object.keys(provider?.inventories ?? {}).includes('VCPU'))
})
