import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

/**
 * Flavors with `hw:cpu_max_sockets` and the like were refused (a rule had the words in another order), and guests would have been
 * built without these limits. Their effect is tested in `cpu-topology.test.ts`.
 */
test('a server is refused if hw:cpu_max_sockets, _cores and _threads allow fewer CPUs than its flavor has', async () => {
  await using cloud = await startTestCloud()
  const { admin } = cloud
  const extraSpecs = { 'hw:cpu_max_sockets': '1', 'hw:cpu_max_cores': '1', 'hw:cpu_max_threads': '2' }
  const flavorRef = await makeFlavor(admin, { name: 'narrow', vcpus: 8, extraSpecs })
  const server = { name: 'wide', imageRef: await makeImage(admin), flavorRef, networks: 'none' }
  const at37 = { 'openstack-api-version': 'compute 2.37' }
  const refused = await admin.compute.post('/servers', { server }, at37)
  assert.equal(refused.status, 400)
  assert.equal(
    refused.body.badRequest.message,
    'Requested vCPU limits 1:1:2 are impossible to satisfy for vcpus count 8',
  )
})
