import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import type { Client } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeVolume } from '@nimbo/testkit/make-volume'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

const environment = {
  OS_DEFAULT__OSAPI_COMPUTE_UNIQUE_SERVER_NAME_SCOPE: 'project',
  OS_DEFAULT__REPORT_INTERVAL: '0.2',
  OS_COMPUTE__MAX_DISK_DEVICES_TO_ATTACH: '2',
  OS_COMPUTE__RESOURCE_PROVIDER_ASSOCIATION_REFRESH: '1',
  OS_QUOTA__COUNT_USAGE_FROM_PLACEMENT: 'true',
}

// Only in the embedded cloud, because this sets options of the services.
describe('compute with restrictive options', () => {
  let cloud: TestCloud
  let ada: Client
  let server: { readonly imageRef: string; readonly flavorRef: string }

  before(async () => {
    cloud = await startTestCloud({ environment })
    ada = await cloud.person('ada')
    const flavorRef = await makeFlavor(cloud.admin, { name: 'two', vcpus: 2, ram: 128 })
    server = { imageRef: await makeImage(ada), flavorRef }
  })
  after(() => cloud[Symbol.asyncDispose]())

  const boot = async (parts: object): Promise<string> => {
    const id = await bootServer(ada, { ...server, ...parts })
    await serverInStatus(ada, id, 'ACTIVE')
    return id
  }

  it('refuses a second server with the same name in a project, whatever its case', async () => {
    const id = await boot({ name: 'Web' })
    const other = await boot({ name: 'db' })
    const again = await ada.compute.post('/servers', { server: { ...server, name: 'wEB', networks: 'none' } })
    assert.deepEqual(
      [again.status, again.body.conflictingRequest?.message],
      [409, 'Instance web already exists.'],
    )
    const rename = (to: string) => ada.compute.put(`/servers/${other}`, { server: { name: to } })
    assert.equal((await rename('web')).status, 409)
    assert.equal((await rename('DB')).status, 200)
    const bob = await cloud.person('bob')
    const elsewhere = await bootServer(bob, { ...server, imageRef: await makeImage(bob), name: 'Web' })
    await serverInStatus(bob, elsewhere, 'ACTIVE')
    for (const one of [id, other]) assert.equal((await ada.compute.delete(`/servers/${one}`)).status, 204)
  })

  it('refuses to boot with, or to attach, more disks than max_disk_devices_to_attach', async () => {
    const id = await boot({ name: 'disks' })
    const attach = async () => {
      const volumeAttachment = { volumeId: await makeVolume(ada) }
      return ada.compute.post(`/servers/${id}/os-volume_attachments`, { volumeAttachment })
    }
    assert.equal((await attach()).status, 202)
    await serverInStatus(ada, id, 'ACTIVE')
    const refused = await attach()
    assert.deepEqual(
      [refused.status, refused.body.forbidden?.message],
      [
        403,
        'The maximum allowed number of disk devices (2) to attach to a single instance has been exceeded.',
      ],
    )
    const blank = { source_type: 'blank', destination_type: 'volume', volume_size: 1, boot_index: -1 }
    const image = {
      ...{ source_type: 'image', destination_type: 'local', boot_index: 0, uuid: server.imageRef },
    }
    const asked = { ...server, name: 'three', networks: 'none' }
    const three = await ada.compute.post('/servers', {
      server: { ...asked, block_device_mapping_v2: [image, blank, blank] },
    })
    assert.equal(three.status, 403)
  })

  it('counts cores and RAM for quotas by the allocations in placement', async () => {
    const used = async (query = '') => {
      const { body } = await ada.compute.get(`/os-quota-sets/${ada.projectId}/detail${query}`)
      return [body.quota_set.cores.in_use, body.quota_set.ram.in_use]
    }
    const before = await used()
    const id = await boot({ name: 'counted' })
    assert.deepEqual(await used(), [Number(before[0]) + 2, Number(before[1]) + 128])
    const { placement } = cloud.admin
    const { body } = await placement.get(`/allocations/${id}`)
    const [entry] = Object.entries<{ resources: Record<string, number> }>(body.allocations)
    assert.ok(entry)
    const [provider, allocation] = entry
    const fewer = { ...allocation.resources, VCPU: 1 }
    const { consumer_generation, project_id, user_id, consumer_type } = body
    const changed = await placement.put(`/allocations/${id}`, {
      ...{ consumer_generation, project_id, user_id, consumer_type },
      allocations: { [provider]: { resources: fewer } },
    })
    assert.equal(changed.status, 204, JSON.stringify(changed.body))
    const fewerUsed = [Number(before[0]) + 1, Number(before[1]) + 128]
    assert.deepEqual(await used(), fewerUsed)
    assert.deepEqual(await used(`?user_id=${ada.userId}`), fewerUsed)
    assert.deepEqual(await used(`?user_id=${cloud.admin.userId}`), [0, 0])
  })

  it('restores the inventory of a host in placement after somebody changed it there', async () => {
    const { placement } = cloud.admin
    const [provider] = (await placement.get('/resource_providers')).body.resource_providers
    const path = `/resource_providers/${provider.uuid}/inventories/VCPU`
    const { body: offered } = await placement.get(path)
    const changed = await placement.put(path, { ...offered, allocation_ratio: 7 })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    await eventually(async () =>
      assert.equal((await placement.get(path)).body.allocation_ratio, offered.allocation_ratio),
    )
  })
})
