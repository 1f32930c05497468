import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverInStatus, showServer } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { withHypervisor } from '@nimbo/testkit/with-hypervisor'

// Only in the embedded cloud, because this sets options of the services.

test('a guest that stops by itself makes its server SHUTOFF at once, unless lifecycle events are off', async () => {
  const stops = async (environment: Readonly<Record<string, string>>) => {
    const fake = fakeHypervisor()
    await using cloud = await startTestCloud({ drivers: withHypervisor(fake), environment })
    const { admin } = cloud
    const id = await bootServer(admin, {
      ...{ imageRef: await makeImage(admin), flavorRef: await makeFlavor(admin) },
    })
    await serverInStatus(admin, id, 'ACTIVE')
    await fake.guestPowersOff(id as Parameters<typeof fake.guestPowersOff>[0])
    await cloud.settled()
    return (await showServer(admin, id)).status
  }
  assert.equal(await stops({}), 'SHUTOFF')
  assert.equal(await stops({ OS_WORKAROUNDS__HANDLE_VIRT_LIFECYCLE_EVENTS: 'false' }), 'ACTIVE')
})

test('dedicated CPUs count against the limit of VCPU if unified_limits_count_pcpu_as_vcpu is set', async () => {
  await using cloud = await startTestCloud({
    environment: {
      OS_QUOTA__DRIVER: 'nova.quota.UnifiedLimitsDriver',
      OS_WORKAROUNDS__UNIFIED_LIMITS_COUNT_PCPU_AS_VCPU: 'true',
    },
  })
  const { admin } = cloud
  const [{ id: service_id }] = (await admin.identity.get('/v3/services?type=compute')).body.services
  const limits = Object.entries({ servers: 10, 'class:VCPU': 1 })
  const made = await admin.identity.post('/v3/registered_limits', {
    registered_limits: limits.map(([resource_name, default_limit]) => ({
      ...{ service_id, resource_name, default_limit },
    })),
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const extraSpecs = { 'hw:cpu_policy': 'dedicated' }
  const flavorRef = await makeFlavor(admin, { name: 'pinned', vcpus: 2, extraSpecs })
  const server = { name: 'pinned', networks: 'none', imageRef: await makeImage(admin), flavorRef }
  await eventually(async () => {
    const refused = await admin.compute.post('/servers', { server })
    assert.equal(refused.status, 403, JSON.stringify(refused.body))
    assert.match(
      refused.body.forbidden.message,
      /class:VCPU is over limit of 1 due to current usage 0 and delta 2/,
    )
  })
})
