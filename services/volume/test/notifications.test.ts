import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ReceivedNotifications, receiveAll, telling } from '@nimbo/testkit/received-notifications'
import { volumeSchedulerRpc } from '@nimbo/contracts/volume/volume-scheduler'
import { internalContext } from '@nimbo/kernel/context'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { image, makeVolume, startVolumeCloud, type VolumeCloud } from './volume-cloud.ts'

const newest = { version: '3.71' }
const asNova = { as: 'admin:service', version: '3.71' }
const asAdmin = { as: 'admin:ops' }
const server = '33333333-3333-4333-8333-333333333333'
const connector = { host: 'compute1', ip: '127.0.0.1', mountpoint: '/dev/vdb', multipath: false }

const named = (name: string, ...verbs: readonly string[]): readonly string[] =>
  verbs.flatMap((verb) => [`${name}.${verb}.start`, `${name}.${verb}.end`])

const payload = (heard: ReceivedNotifications, event: string) =>
  heard.last(event).payload as Readonly<Record<string, unknown>>

const act = async (cloud: VolumeCloud, path: string, body: unknown, asked = {}): Promise<void> => {
  const reply = await cloud.send('POST', `${path}/action`, body, asked)
  assert.ok(reply.status < 300, JSON.stringify(reply.body))
  await cloud.told()
}

describe('notifications of the volume service', () => {
  it('announce each change of a volume, in order, with its back end as publisher', async () => {
    await using cloud = await startVolumeCloud(fakeVolumes(), { config: telling })
    await using heard = await receiveAll(cloud.bus)
    const id = await makeVolume(cloud, { size: 1, name: 'data', metadata: { use: 'logs' } })
    const path = `/v3/volumes/${id}`
    await cloud.send('PUT', path, { volume: { name: 'logs' } })
    await act(cloud, path, { 'os-extend': { new_size: 2 } })
    const attachment = { volume_uuid: id, instance_uuid: server }
    const reserved = await cloud.send('POST', '/v3/attachments', { attachment }, newest)
    const attached = `/v3/attachments/${reserved.body.attachment.id}`
    await cloud.send('PUT', attached, { attachment: { connector } }, asNova)
    await cloud.send('POST', `${attached}/action`, { 'os-complete': {} }, asNova)
    await cloud.send('DELETE', attached, undefined, asNova)
    await act(cloud, path, { 'os-reset_status': { status: 'error' } }, asAdmin)
    await cloud.send('DELETE', path)
    await cloud.told()

    assert.deepEqual(heard.events(id), [
      ...named('volume', 'create', 'update', 'resize', 'attach', 'detach', 'reset_status', 'delete'),
    ])
    await heard.assertDeclared()

    const created = payload(heard, 'volume.create.end')
    assert.deepEqual(
      [created.tenant_id, created.user_id, created.status, created.size, created.metadata],
      ['apples', 'ann', 'available', 1, { use: 'logs' }],
    )
    assert.equal(payload(heard, 'volume.create.start').status, 'creating')
    assert.equal(heard.last('volume.create.end').publisher_id, 'volume.one@fake')
    assert.equal(payload(heard, 'volume.resize.start').size, 1)
    assert.equal(payload(heard, 'volume.resize.end').size, 2)
    assert.equal(payload(heard, 'volume.attach.end').status, 'attaching')
    assert.equal(payload(heard, 'volume.detach.start').status, 'in-use')
    assert.deepEqual(payload(heard, 'volume.detach.end').volume_attachment, [])
    assert.equal(payload(heard, 'volume.delete.end').status, 'deleted')
  })

  it('announce the creation, change and deletion of a snapshot', async () => {
    await using cloud = await startVolumeCloud(fakeVolumes(), { config: telling })
    await using heard = await receiveAll(cloud.bus)
    const volume_id = await makeVolume(cloud, { size: 3 })
    const made = await cloud.send('POST', '/v3/snapshots', { snapshot: { volume_id, name: 'monday' } })
    const { id } = made.body.snapshot
    await cloud.told()
    await cloud.send('PUT', `/v3/snapshots/${id}`, { snapshot: { name: 'tuesday' } })
    await cloud.send('DELETE', `/v3/snapshots/${id}`)
    await cloud.told()
    assert.deepEqual(heard.events(id), [...named('snapshot', 'create', 'update', 'delete')])
    await heard.assertDeclared()
    const { volume_size, status, display_name, deleted } = payload(heard, 'snapshot.create.end')
    assert.deepEqual([volume_size, status, display_name, deleted], [3, 'available', 'monday', ''])
    assert.match(String(payload(heard, 'snapshot.delete.end').deleted), /^\d{4}-/)
  })

  it('announce each change of a volume type, its extra specs and its access', async () => {
    await using cloud = await startVolumeCloud(fakeVolumes(), { config: telling })
    await using heard = await receiveAll(cloud.bus)
    const body = { volume_type: { name: 'fast', 'os-volume-type-access:is_public': false } }
    const { id } = (await cloud.send('POST', '/v3/types', body, asAdmin)).body.volume_type
    const specs = `/v3/types/${id}/extra_specs`
    await cloud.send('POST', specs, { extra_specs: { speed: 'high' } }, asAdmin)
    await cloud.send('PUT', `${specs}/speed`, { speed: 'higher' }, asAdmin)
    await cloud.send('DELETE', `${specs}/speed`, undefined, asAdmin)
    await act(cloud, `/v3/types/${id}`, { addProjectAccess: { project: 'apples' } }, asAdmin)
    await act(cloud, `/v3/types/${id}`, { removeProjectAccess: { project: 'apples' } }, asAdmin)
    await cloud.send('PUT', `/v3/types/${id}`, { volume_type: { description: 'x' } }, asAdmin)
    await cloud.send('DELETE', `/v3/types/${id}`, undefined, asAdmin)
    await cloud.told()
    assert.deepEqual(heard.events(id), [
      'volume_type.create',
      ...['create', 'update', 'delete'].map((verb) => `volume_type_extra_specs.${verb}`),
      ...['add', 'remove'].map((verb) => `volume_type_project.access.${verb}`),
      ...['volume_type.update', 'volume_type.delete'],
    ])
    await heard.assertDeclared()
  })

  it('report an error when no back end accepts a volume', async () => {
    await using cloud = await startVolumeCloud(fakeVolumes(), { config: telling })
    await using heard = await receiveAll(cloud.bus)
    const type = { name: 'rare', extra_specs: { volume_backend_name: 'elsewhere' } }
    await cloud.send('POST', '/v3/types', { volume_type: type }, asAdmin)
    const order = { volume: { size: 1, volume_type: 'rare' } }
    const { id } = (await cloud.send('POST', '/v3/volumes', order)).body.volume
    await cloud.told()
    // They are sent on separate topics, and only the order within a topic is kept.
    assert.deepEqual(heard.events(id).toSorted(), ['scheduler.create_volume', 'volume.create.start'])
    const { priority, publisher_id } = heard.last('scheduler.create_volume')
    assert.deepEqual([priority, publisher_id], ['ERROR', 'scheduler.one'])
    assert.match(String(payload(heard, 'scheduler.create_volume').reason), /CapabilitiesFilter/)
    await heard.assertDeclared()
  })

  it('announce the capacity of a back end when it first reports and when that changes', async () => {
    await using cloud = await startVolumeCloud(fakeVolumes(), { config: telling })
    await using heard = await receiveAll(cloud.bus)
    const scheduler = rpcClient(cloud.bus, volumeSchedulerRpc).on()
    const said = { zone: 'nova', backend: 'fake', driver: 'fake', totalGb: 10, thin: false }
    for (const freeGb of [8, 8, 7])
      await scheduler.reportHost(internalContext(), { ...said, host: 'two@fake', freeGb })
    await cloud.told()
    assert.deepEqual(heard.events('two@fake'), [
      ...['capacity.pool', 'capacity.backend', 'capacity.pool', 'capacity.backend'],
    ])
    const { name_to_id, total, free, virtual_free } = payload(heard, 'capacity.pool')
    assert.deepEqual([name_to_id, total, free, virtual_free], ['two@fake#fake', 10, 7, 7])
    assert.equal(heard.last('capacity.backend').publisher_id, 'capacity.two@fake')
    await heard.assertDeclared()
  })

  it('report an error when a retype needs a migration that its policy forbids', async () => {
    await using cloud = await startVolumeCloud(fakeVolumes(), { config: telling })
    const type = { name: 'rare', extra_specs: { volume_backend_name: 'elsewhere' } }
    await cloud.send('POST', '/v3/types', { volume_type: type }, asAdmin)
    const id = await makeVolume(cloud)
    await using heard = await receiveAll(cloud.bus)
    await act(cloud, `/v3/volumes/${id}`, { 'os-retype': { new_type: 'rare', migration_policy: 'never' } })
    await cloud.settled()
    await cloud.told()
    assert.deepEqual(heard.events(id), ['scheduler.retype'])
    const { method, state, reason } = payload(heard, 'scheduler.retype')
    assert.deepEqual([method, state], ['retype', 'available'])
    assert.match(String(reason), /requires migration/)
    await heard.assertDeclared()
  })

  it('report an error when no back end suits every volume type of a group', async () => {
    await using cloud = await startVolumeCloud(fakeVolumes(), { config: telling })
    const type = { name: 'rare', extra_specs: { volume_backend_name: 'elsewhere' } }
    await cloud.send('POST', '/v3/types', { volume_type: type }, asAdmin)
    const groupType = { group_type: { name: 'plain' } }
    await cloud.send('POST', '/v3/group_types', groupType, { as: 'admin:ops', version: '3.71' })
    await using heard = await receiveAll(cloud.bus)
    const order = { group: { group_type: 'plain', volume_types: ['__DEFAULT__', 'rare'] } }
    const { id } = (await cloud.send('POST', '/v3/groups', order, newest)).body.group
    await cloud.settled()
    await cloud.told()
    assert.equal((await cloud.send('GET', `/v3/groups/${id}`, undefined, newest)).body.group.status, 'error')
    assert.deepEqual(heard.events(id).toSorted(), ['group.create.start', 'scheduler.create_group'])
    assert.equal(heard.last('scheduler.create_group').priority, 'ERROR')
    const { method, state, reason, request_spec } = payload(heard, 'scheduler.create_group')
    assert.deepEqual([method, state, request_spec], ['create_group', 'error', { group_id: id }])
    assert.match(String(reason), /No back end/)
    await heard.assertDeclared()
  })

  it('are not sent unless the operator configures them', async () => {
    await using cloud = await startVolumeCloud(fakeVolumes())
    await using heard = await receiveAll(cloud.bus)
    await makeVolume(cloud, { imageRef: image.id })
    assert.deepEqual(heard.events(), [])
  })
})
