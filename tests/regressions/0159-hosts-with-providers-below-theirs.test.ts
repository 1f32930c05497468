import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

/** Placement refuses to delete a provider that has child providers, so the compute service could not be deleted either. */
test('a compute service whose host offers bandwidth can be deleted, with all providers of the host', async () => {
  const environment = { OS_LINUX_BRIDGE__RESOURCE_PROVIDER_BANDWIDTHS: 'eth1:1000:1000' }
  await using cloud = await startTestCloud({ environment })
  const { compute, placement } = cloud.admin
  const names = async () =>
    (await placement.get('/resource_providers')).body.resource_providers.map(
      ({ name }: { name: string }) => name,
    )
  await eventually(async () => assert.equal((await names()).length, 3))
  const [service] = (await compute.get('/os-services?binary=nova-compute')).body.services
  assert.equal((await compute.delete(`/os-services/${service.id}`)).status, 204)
  assert.deepEqual(await names(), [])
})
