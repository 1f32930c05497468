import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { withHypervisor } from '@nimbo/testkit/with-hypervisor'

/** The error of the hypervisor was returned as 500. */
test('diagnostics give 409 if the guest stops while they are read', async () => {
  const fake = fakeHypervisor()
  const hypervisors = fake.hypervisors.map(({ host, driver }) => ({
    host,
    driver: {
      ...driver,
      diagnoses: {
        ...driver.diagnoses,
        diagnostics: async (id: Parameters<typeof driver.diagnoses.diagnostics>[0]) => {
          await fake.guestPowersOff(id)
          throw new Error('Requested operation is not valid: domain is not running')
        },
      },
    },
  }))
  await using cloud = await startTestCloud({ drivers: withHypervisor({ ...fake, hypervisors }) })
  const { admin } = cloud
  const id = await bootServer(admin, { imageRef: await makeImage(admin), flavorRef: await makeFlavor(admin) })
  await serverInStatus(admin, id, 'ACTIVE')
  const refused = await admin.compute.get(`/servers/${id}/diagnostics`)
  assert.deepEqual(
    [refused.status, refused.body.conflictingRequest?.message],
    [409, `Cannot 'get_diagnostics' instance ${id} while it is in power state shutdown`],
  )
})
