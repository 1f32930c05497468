import assert from 'node:assert/strict'
import { test } from 'node:test'
import { receiveAll, telling } from '@nimbo/testkit/received-notifications'
import { fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { makeVolume, startVolumeCloud } from './volume-cloud.ts'

const newest = { version: '3.71' }
const pia = { as: 'pia:pears', version: '3.71' }
const asAdmin = { as: 'admin:admin', version: '3.71' }

test('another project accepts a transfer of a volume and its snapshots only with the auth key', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes(), { config: telling })
  await using heard = await receiveAll(cloud.bus)
  const volume_id = await makeVolume(cloud)
  const { body } = await cloud.send('POST', '/v3/snapshots', { snapshot: { volume_id } }, newest)
  await cloud.settled()
  const order = { transfer: { volume_id, name: 'gift' } }
  assert.equal((await cloud.send('POST', '/v3/volume-transfers', order, pia)).status, 404)
  const made = await cloud.send('POST', '/v3/volume-transfers', order, newest)
  const { id, auth_key, ...offered } = made.body.transfer
  assert.deepEqual(
    [made.status, auth_key.length, offered.source_project_id, offered.accepted, offered.no_snapshots],
    [202, 16, 'apples', false, false],
  )
  const path = `/v3/volume-transfers/${id}`
  assert.equal((await cloud.send('GET', `/v3/volumes/${volume_id}`)).body.volume.status, 'awaiting-transfer')
  assert.equal((await cloud.send('POST', '/v3/volume-transfers', order, newest)).status, 400)
  assert.equal((await cloud.send('GET', path, undefined, pia)).status, 404)
  const shown = (await cloud.send('GET', path, undefined, newest)).body.transfer
  assert.ok(!('auth_key' in shown) && !('key_hash' in shown))
  const take = (key: string, asked: object) =>
    cloud.send('POST', `${path}/accept`, { accept: { auth_key: key } }, asked)
  const wrong = await take('wrong', pia)
  assert.deepEqual(
    [wrong.status, wrong.body.badRequest.message],
    [400, `Invalid auth key: Attempt to transfer ${id} with invalid auth key.`],
  )
  const limits = '/v3/os-quota-sets/pears'
  await cloud.send('PUT', limits, { quota_set: { volumes: 0 } }, asAdmin)
  assert.equal((await take(auth_key, pia)).status, 413)
  await cloud.send('DELETE', limits, undefined, asAdmin)
  const taken = await take(auth_key, pia)
  assert.deepEqual([taken.status, Object.keys(taken.body.transfer).length], [202, 4])
  assert.equal((await take(auth_key, pia)).status, 404)
  assert.equal((await cloud.send('GET', `/v3/volumes/${volume_id}`)).status, 404)
  const volume = (await cloud.send('GET', `/v3/volumes/${volume_id}`, undefined, pia)).body.volume
  assert.deepEqual([volume.status, volume.user_id], ['available', 'pia'])
  assert.equal((await cloud.send('GET', `/v3/snapshots/${body.snapshot.id}`, undefined, pia)).status, 200)
  await cloud.told()
  const events = heard.events(volume_id).filter((event) => event.startsWith('volume.transfer'))
  assert.deepEqual(
    events,
    ['create', 'accept'].flatMap((verb) => [`volume.transfer.${verb}.start`, `volume.transfer.${verb}.end`]),
  )
  await heard.assertDeclared()
})

test('transfers are listed in pages and deleted, and the API before 3.55 creates them too', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const offer = async (name: string) => {
    const transfer = { volume_id: await makeVolume(cloud), name }
    return (await cloud.send('POST', '/v3/os-volume-transfer', { transfer })).body.transfer
  }
  const [first] = [await offer('b'), await offer('a')]
  assert.ok(!('no_snapshots' in first) && !('accepted' in first))
  const list = async (query: string, asked = newest) =>
    (await cloud.send('GET', `/v3/volume-transfers${query}`, undefined, asked)).body
  const names = (body: { transfers: readonly { name: string }[] }) => body.transfers.map(({ name }) => name)
  assert.deepEqual(names(await list('/detail?sort=name:asc')), ['a', 'b'])
  const page = await list('?sort=name:asc&limit=1')
  assert.deepEqual([names(page), page.transfers_links[0].rel], [['a'], 'next'])
  assert.deepEqual(names(await list('', pia)), [])
  assert.equal((await cloud.send('GET', '/v3/volume-transfers', undefined, { version: '3.54' })).status, 404)
  const force = { 'os-force_delete': {} }
  await cloud.send('POST', `/v3/volumes/${page.transfers[0].volume_id}/action`, force, asAdmin)
  await cloud.settled()
  assert.deepEqual(names(await list('')), ['b'])
  assert.equal((await cloud.send('DELETE', `/v3/os-volume-transfer/${first.id}`)).status, 202)
  assert.equal((await cloud.send('GET', `/v3/volumes/${first.volume_id}`)).body.volume.status, 'available')
})

test('a request that fails later leaves a user message, which its project can read and delete', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const type = { name: 'rare', extra_specs: { volume_backend_name: 'elsewhere' } }
  await cloud.send('POST', '/v3/types', { volume_type: type }, asAdmin)
  const failed = await makeVolume(cloud, { volume_type: 'rare' })
  const volume = await makeVolume(cloud)
  cloud.backend.failOn('extend', { times: 1 })
  await cloud.send('POST', `/v3/volumes/${volume}/action`, { 'os-extend': { new_size: 2 } })
  await cloud.settled()
  const list = async (query = '', asked = newest) =>
    (await cloud.send('GET', `/v3/messages${query}`, undefined, asked)).body.messages
  const all = await list('?sort=created_at:asc')
  const told = all.map(({ resource_uuid, event_id, user_message }: Record<string, string>) => [
    ...[resource_uuid, event_id, user_message],
  ])
  assert.deepEqual(told, [
    [
      ...[failed, 'VOLUME_VOLUME_001_003'],
      'schedule allocate volume:Could not find any available storage backend.',
    ],
    [volume, 'VOLUME_VOLUME_007_022', 'extend volume:Volume extension failed.'],
  ])
  assert.equal((await list(`?resource_uuid=${volume}`)).length, 1)
  assert.deepEqual(await list('', pia), [])
  const path = `/v3/messages/${all[0].id}`
  assert.match((await cloud.send('GET', path, undefined, newest)).body.message.request_id, /^req-/)
  assert.equal((await cloud.send('DELETE', path, undefined, pia)).status, 404)
  assert.equal((await cloud.send('DELETE', path, undefined, newest)).status, 204)
  assert.equal((await cloud.send('GET', path, undefined, newest)).status, 404)
})

test('administrators list hosts, usage and capabilities, and freeze, thaw and disable back ends', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const admin = (method: string, path: string, body?: unknown) => cloud.send(method, path, body, asAdmin)
  await makeVolume(cloud, { size: 3 })
  const { hosts } = (await admin('GET', '/v3/os-hosts')).body
  assert.deepEqual(
    hosts.map((host: Record<string, string>) => [host.host_name, host.service, host['service-status']]),
    [
      ['one', 'cinder-scheduler', 'available'],
      ['one@fake', 'cinder-volume', 'available'],
    ],
  )
  const { host } = (await admin('GET', '/v3/os-hosts/one@fake')).body
  const seen = host.map(({ resource }: { resource: Record<string, string> }) => [
    ...[resource.project, resource.volume_count, resource.total_volume_gb],
  ])
  assert.deepEqual(seen, [
    ['(total)', '1', '3'],
    ['apples', '1', '3'],
  ])
  assert.equal((await admin('GET', '/v3/os-hosts/nowhere')).status, 404)
  assert.equal((await admin('GET', '/v3/capabilities/one@fake')).body.volume_backend_name, 'fake')
  assert.equal((await admin('GET', '/v3/capabilities/one@none')).status, 404)
  assert.deepEqual((await admin('GET', '/v3/clusters/detail')).body.clusters, [])
  assert.equal((await admin('GET', '/v3/clusters/any')).status, 404)
  assert.equal((await cloud.send('GET', '/v3/os-hosts')).status, 403)

  const status = async () =>
    (await cloud.send('GET', `/v3/volumes/${await makeVolume(cloud)}`)).body.volume.status
  assert.equal((await admin('PUT', '/v3/os-services/freeze', { host: 'one@fake' })).status, 200)
  const { services } = (await admin('GET', '/v3/os-services?binary=cinder-volume')).body
  assert.deepEqual([services[0].frozen, services[0].status], [true, 'enabled'])
  assert.equal(await status(), 'error')
  assert.equal((await admin('PUT', '/v3/os-services/thaw', { host: 'one@fake' })).status, 200)
  assert.equal(await status(), 'available')
  assert.equal((await admin('PUT', '/v3/os-services/thaw', { host: 'nowhere' })).status, 400)
  assert.equal((await admin('PUT', '/v3/os-hosts/one@fake', { status: 'disable' })).body.status, 'disabled')
  assert.equal(await status(), 'error')
  assert.equal((await admin('PUT', '/v3/os-hosts/one@fake', { status: 'asleep' })).status, 400)
})
