import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { notificationSettings, receiveAll } from '@nimbo/testkit/received-notifications'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { withHypervisor } from '@nimbo/testkit/with-hypervisor'

// About the embedded cloud alone, whose fake hosts the test controls.
const fake = fakeHypervisor({ hosts: ['rack-1', 'rack-2'] })

const cloud = ownCloud({
  drivers: withHypervisor(fake),
  environment: {
    ...notificationSettings('both'),
    OS_DEFAULT__REPORT_INTERVAL: '1.1',
    OS_DEFAULT__COMPUTE_MONITORS: 'cpu.virt_driver',
    OS_DEFAULT__VOLUME_USAGE_POLL_INTERVAL: '1',
  },
})

type Data = Readonly<Record<string, unknown>>

/** The data of a versioned payload or of an object in it. */
const dataOf = (payload: unknown): Data =>
  (payload as { readonly 'nova_object.data': Data } | undefined)?.['nova_object.data'] ?? {}

it('a host tells what its monitors measure', async () => {
  await using heard = await receiveAll(cloud().cloud.bus)
  fake.cpuTimes.set('rack-1', { user: 1e15, kernel: 0, idle: 3e15, iowait: 0, frequency: 3000 })
  /** The last of rack-1: rack-2 tells too. */
  const ofRack1 = (event: string) =>
    heard.messages.findLast(
      ({ event_type, publisher_id }) => event_type === event && publisher_id.endsWith('rack-1'),
    ) ?? assert.fail(`no ${event} was received`)
  const percentOf = (metrics: unknown): unknown =>
    (metrics as readonly Data[]).find(({ name }) => name === 'cpu.user.percent')?.value
  await eventually(() => {
    const { publisher_id, priority, payload } = ofRack1('metrics.update')
    const { metrics, ...about } = dataOf(payload)
    assert.deepEqual([publisher_id, priority], ['nova-compute:rack-1', 'INFO'])
    assert.deepEqual(about, { host: 'rack-1', host_ip: '127.0.0.1', nodename: 'rack-1' })
    assert.equal(percentOf((metrics as readonly unknown[]).map(dataOf)), 25)
  })
  await eventually(() => {
    const { publisher_id, payload } = ofRack1('compute.metrics.update')
    const { metrics, ...about } = payload as Data
    assert.equal(publisher_id, 'compute.rack-1')
    assert.deepEqual(about, { host: 'rack-1', host_ip: '127.0.0.1', nodename: 'rack-1' })
    assert.equal(percentOf(metrics), 0.25)
    assert.equal((metrics as readonly unknown[]).length, 10)
  })
  await heard.assertDeclared()
})

it('a host tells what its servers did with their volumes, by the interval and when they are detached', async () => {
  await using heard = await receiveAll(cloud().cloud.bus)
  const { admin } = cloud()
  const id = await bootServer(admin, {
    imageRef: await makeImage(admin),
    flavorRef: await makeFlavor(admin),
    availability_zone: 'nova',
    hypervisor_hostname: 'rack-1',
  })
  await serverInStatus(admin, id, 'ACTIVE')
  const volumeId = await makeVolume(admin)
  const counts = (times: number) => ({
    reads: times,
    readBytes: times * 512,
    writes: 2 * times,
    writeBytes: times * 2048,
  })
  const attach = async () => {
    const path = `/servers/${id}/os-volume_attachments`
    const attached = await admin.compute.post(path, { volumeAttachment: { volumeId } })
    assert.equal(attached.status, 202, JSON.stringify(attached.body))
    await volumeInStatus(admin, volumeId, 'in-use')
  }
  const tells = (times: number) =>
    eventually(() => {
      const told = heard.messages.filter(({ event_type }) => event_type === 'volume.usage')
      const [versioned, unversioned] = ['nova-compute:rack-1', 'volume.rack-1'].map((publisher) =>
        told.findLast(({ publisher_id }) => publisher_id === publisher),
      )
      const figures = {
        ...{ reads: times, read_bytes: times * 512, writes: 2 * times, write_bytes: times * 2048 },
        ...{ volume_id: volumeId, availability_zone: 'nova' },
      }
      const { last_refreshed: refreshed, ...data } = dataOf(versioned?.payload)
      const owner = { project_id: admin.projectId, user_id: data.user_id, instance_uuid: id }
      assert.deepEqual(data, { ...figures, ...owner })
      assert.match(String(refreshed), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      const { last_refreshed: at, ...payload } = Object(unversioned?.payload)
      const tenant = { tenant_id: admin.projectId, user_id: data.user_id, instance_id: id }
      assert.deepEqual(payload, { ...figures, ...tenant })
      assert.match(String(at), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00:00$/)
    })
  fake.volumeCounts.set(volumeId, counts(5))
  await attach()
  await tells(5)
  fake.volumeCounts.set(volumeId, counts(8))
  const detached = await admin.compute.delete(`/servers/${id}/os-volume_attachments/${volumeId}`)
  assert.equal(detached.status, 202, JSON.stringify(detached.body))
  await volumeInStatus(admin, volumeId, 'available')
  await tells(8)
  // Counted from the attachment on, so that all of these come on top.
  fake.volumeCounts.set(volumeId, counts(9))
  await attach()
  await tells(17)
  await heard.assertDeclared()
})

it('a host tells that it cannot connect to its hypervisor', async () => {
  await using heard = await receiveAll(cloud().cloud.bus)
  fake.cannotConnect('rack-1', 'connect ENOENT /var/run/libvirt/libvirt-sock')
  await eventually(() => {
    const { publisher_id, priority, payload } = heard.last('libvirt.connect.error')
    const { ip, reason } = dataOf(payload)
    assert.deepEqual([publisher_id, priority, ip], ['nova-compute:rack-1', 'ERROR', '127.0.0.1'])
    const { exception, exception_message } = dataOf(reason)
    assert.deepEqual(
      [exception, exception_message],
      ['libvirtError', 'connect ENOENT /var/run/libvirt/libvirt-sock'],
    )
  })
  await eventually(() => {
    const { publisher_id, priority, payload } = heard.last('compute.libvirt.error')
    assert.deepEqual([publisher_id, priority], ['compute.rack-1', 'ERROR'])
    assert.deepEqual(payload, { ip: '127.0.0.1', reason: 'connect ENOENT /var/run/libvirt/libvirt-sock' })
  })
  await heard.assertDeclared()
})

it('the conductor tells of each host of an aggregate that it has cached images, or could not', async () => {
  await using heard = await receiveAll(cloud().cloud.bus)
  const { admin } = cloud()
  const made = await admin.compute.post('/os-aggregates', { aggregate: { name: 'racks' } })
  const { id, uuid } = made.body.aggregate
  const path = `/os-aggregates/${id}`
  for (const host of ['rack-1', 'rack-2']) await admin.compute.post(`${path}/action`, { add_host: { host } })
  const listed = await admin.compute.get('/os-services?binary=nova-compute&host=rack-2')
  const service = `/os-services/${listed.body.services[0].id}`
  assert.equal((await admin.compute.put(service, { forced_down: true })).status, 200)
  const image = await makeImage(admin)
  assert.equal((await admin.compute.post(`${path}/images`, { cache: [{ id: image }] })).status, 202)
  await eventually(() => heard.last('aggregate.cache_images.end'))
  const about = heard.messages.filter(({ event_type }) => event_type.startsWith('aggregate.cache_images'))
  const order = ['start', 'progress', 'progress', 'end'].map((phase) => `aggregate.cache_images.${phase}`)
  assert.deepEqual(
    about.map(({ event_type }) => event_type),
    order,
  )
  const progress = about.slice(1, 3).map(({ publisher_id, payload }) => {
    assert.match(publisher_id, /^nova-conductor:/)
    return dataOf(payload)
  })
  const common = { id, uuid, name: 'racks', total: 2 }
  assert.deepEqual(progress, [
    { ...common, host: 'rack-1', index: 1, images_cached: [image], images_failed: [] },
    { ...common, host: 'rack-2', index: 2, images_cached: [], images_failed: [image] },
  ])
  await admin.compute.put(service, { forced_down: false })
  await heard.assertDeclared()
})
