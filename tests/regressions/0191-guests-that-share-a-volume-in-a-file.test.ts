import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { volumeInStatus } from '@nimbo/testkit/make-volume'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { withHypervisor } from '@nimbo/testkit/with-hypervisor'

/**
 * QEMU locked the file of a volume against every other guest, because hosts did not know that the volume is multiattach: it could
 * not be attached to a second guest.
 */
test('the hypervisor gets the information whether a volume is multiattach when it attaches it', async () => {
  const fake = fakeHypervisor()
  const shared = new Map<string, boolean>()
  const hypervisors = fake.hypervisors.map(({ host, driver }) => {
    const { devices } = driver
    const attachVolume: typeof devices.attachVolume = async (id, disk) => {
      shared.set(disk.volumeId, disk.multiattach === true)
      await devices.attachVolume(id, disk)
    }
    return { host, driver: { ...driver, devices: { ...devices, attachVolume } } }
  })
  await using cloud = await startTestCloud({ drivers: withHypervisor({ ...fake, hypervisors }) })
  const type = { name: 'for-many', extra_specs: { multiattach: '<is> True' } }
  assert.equal((await cloud.admin.volume.post('/v3/types', { volume_type: type })).status, 200)
  const ada = await cloud.person('ada')
  const order = { imageRef: await makeImage(ada), flavorRef: await makeFlavor(cloud.admin) }
  const at260 = { 'openstack-api-version': 'compute 2.60' }
  const made: string[] = []
  for (const parts of [{ volume_type: 'for-many' }, {}]) {
    const { body } = await ada.volume.post('/v3/volumes', { volume: { size: 1, ...parts } })
    await volumeInStatus(ada, body.volume.id, 'available')
    made.push(body.volume.id)
  }
  const [forMany = '', forOne = ''] = made
  const servers = await Promise.all([bootServer(ada, order), bootServer(ada, order)])
  for (const id of servers) await serverInStatus(ada, id, 'ACTIVE')
  const attach = async (server: string | undefined, volumeId: string) => {
    const path = `/servers/${server}/os-volume_attachments`
    const { status } = await ada.compute.post(path, { volumeAttachment: { volumeId } }, at260)
    assert.equal(status, 200)
    await cloud.settled()
  }
  await attach(servers[0], forMany)
  await attach(servers[1], forMany)
  await attach(servers[0], forOne)
  assert.deepEqual([shared.get(forMany), shared.get(forOne)], [true, false])
})
