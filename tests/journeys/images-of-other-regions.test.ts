/** Images are copied from the Glance of another region of the catalog. Here it is the same one, registered in a second region. */
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import type { Client } from '@nimbo/testkit/client'
import { makeImage } from '@nimbo/testkit/make-image'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

describe('importing an image from another region', () => {
  let cloud: TestCloud
  let ada: Client
  before(async () => {
    cloud = await startTestCloud({
      environment: {
        OS_DEFAULT__ENABLED_IMPORT_METHODS: 'glance-direct,glance-download',
        OS_IMPORT_FILTERING_OPTS__ALLOWED_PORTS: '',
      },
    })
    const { identity, image } = cloud.admin
    assert.equal((await identity.post('/v3/regions', { region: { id: 'elsewhere' } })).status, 201)
    const { services } = (await identity.get('/v3/services?type=image')).body
    const endpoint = {
      service_id: services[0].id,
      region_id: 'elsewhere',
      interface: 'public',
      url: image.url,
    }
    assert.equal((await identity.post('/v3/endpoints', { endpoint })).status, 201)
    ada = await cloud.person('ada')
  })
  after(() => cloud?.[Symbol.asyncDispose]())

  const show = async (id: string, by = ada) => (await by.image.get(`/v2/images/${id}`)).body
  const draft = async (): Promise<string> => {
    const wanted = { name: 'copy', disk_format: 'iso', container_format: 'ovf', os_distro: 'windows' }
    return (await ada.image.post('/v2/images', wanted)).body.id
  }
  const begin = (id: string, method: object, by = ada) =>
    by.image.post(`/v2/images/${id}/import`, {
      method: { name: 'glance-download', glance_region: 'Elsewhere', ...method },
    })
  const task = async (id: string) =>
    eventually(async () => {
      const [latest] = (await ada.image.get(`/v2/images/${id}/tasks`)).body.tasks
      assert.ok(['success', 'failure'].includes(latest.status))
      return latest
    })

  it('copies its data, formats and the properties that the operator allows', async () => {
    const data = randomBytes(100_000)
    const properties = { hw_cpu_cores: '5', os_distro: 'rhel', speed: '88mph', visibility: 'private' }
    const source = await makeImage(ada, { data, properties })
    const copy = await draft()
    assert.equal((await begin(copy, { glance_image_id: source })).status, 202)
    assert.equal((await task(copy)).status, 'success')
    const [one, other] = [await show(source), await show(copy)]
    for (const name of ['status', 'disk_format', 'container_format', 'size', 'os_hash_value', 'hw_cpu_cores'])
      assert.equal(other[name], one[name], name)
    assert.deepEqual([other.os_distro, other.speed, other.name], ['rhel', undefined, 'copy'])
    assert.deepEqual((await ada.image.get(`/v2/images/${copy}/file`)).body, data)
  })

  it('fails if the user may not see the image', async () => {
    const source = await makeImage(cloud.admin, { properties: { visibility: 'private' } })
    const copy = await draft()
    assert.equal((await begin(copy, { glance_image_id: source })).status, 202)
    const { status, message } = await task(copy)
    assert.equal(status, 'failure')
    assert.match(message, /answered 404/)
  })

  it('fails, and leaves the new image queued, if there is no such image, region or interface', async () => {
    for (const method of [
      { glance_image_id: randomUUID() },
      { glance_image_id: randomUUID(), glance_region: 'nowhere' },
      { glance_image_id: randomUUID(), glance_service_interface: 'backdoor' },
    ]) {
      const copy = await draft()
      assert.equal((await begin(copy, method)).status, 202)
      assert.equal((await task(copy)).status, 'failure')
      const { status, disk_format, os_distro } = await show(copy)
      assert.deepEqual([status, disk_format, os_distro], ['queued', 'iso', 'windows'])
    }
  })

  it('is refused without an image id, and with one that is no UUID', async () => {
    const copy = await draft()
    const nameless = await begin(copy, {})
    assert.match(JSON.stringify(nameless.body), /'glance_image_id' needs to be set/)
    const odd = await begin(copy, { glance_image_id: 'foo' })
    assert.match(JSON.stringify(odd.body), /image id does not look like a UUID/)
    assert.deepEqual([nameless.status, odd.status], [400, 400])
  })
})
