import assert from 'node:assert/strict'
import { test } from 'node:test'
import { receiveAll, telling } from '@nimbo/testkit/received-notifications'
import { fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { image, makeVolume, startVolumeCloud, type VolumeCloud } from './volume-cloud.ts'

const asAdmin = { as: 'admin:admin', version: '3.71' }

const makeType = async (cloud: VolumeCloud, name: string): Promise<string> =>
  (await cloud.send('POST', '/v3/types', { volume_type: { name } }, asAdmin)).body.volume_type.id

test('QoS specs are managed, associated with volume types, and passed to servers with the attachment', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes(), { config: telling })
  await using heard = await receiveAll(cloud.bus)
  const admin = (method: string, path: string, body?: unknown) => cloud.send(method, path, body, asAdmin)
  const given = { qos_specs: { name: 'gold', consumer: 'front-end', total_iops_sec: 500, note: 'x' } }
  assert.equal((await cloud.send('POST', '/v3/qos-specs', given)).status, 403)
  const made = await admin('POST', '/v3/qos-specs', given)
  const { id, ...rest } = made.body.qos_specs
  const specs = { total_iops_sec: '500', note: 'x' }
  assert.deepEqual([made.status, rest], [200, { name: 'gold', consumer: 'front-end', specs }])
  assert.equal((await admin('POST', '/v3/qos-specs', given)).status, 409)
  const path = `/v3/qos-specs/${id}`
  const changed = await admin('PUT', path, { qos_specs: { total_iops_sec: '600' } })
  assert.deepEqual(changed.body, { qos_specs: { total_iops_sec: '600' } })
  const dropping = (keys: readonly string[]) => admin('PUT', `${path}/delete_keys`, { keys })
  assert.deepEqual([(await dropping(['note', 'none'])).status, (await dropping(['note'])).status], [404, 202])
  const shown = (await admin('GET', path)).body.qos_specs
  assert.deepEqual(shown.specs, { total_iops_sec: '600' })

  const type = await makeType(cloud, 'fast')
  assert.equal((await admin('GET', `${path}/associate?vol_type_id=${type}`)).status, 202)
  assert.equal((await admin('GET', `/v3/types/${type}`)).body.volume_type.qos_specs_id, id)
  const { qos_associations } = (await admin('GET', `${path}/associations`)).body
  assert.deepEqual(qos_associations, [{ association_type: 'volume_type', name: 'fast', id: type }])
  const other = await admin('POST', '/v3/qos-specs', { qos_specs: { name: 'silver' } })
  const taken = await admin('GET', `/v3/qos-specs/${other.body.qos_specs.id}/associate?vol_type_id=${type}`)
  assert.equal(taken.status, 400)
  const volume_uuid = await makeVolume(cloud, { volume_type: 'fast' })
  const attachment = { volume_uuid, connector: { host: 'h' } }
  const attached = await cloud.send('POST', '/v3/attachments', { attachment }, { version: '3.71' })
  assert.deepEqual(attached.body.attachment.connection_info.qos_specs, { total_iops_sec: '600' })
  const bySize = { write_iops_sec_per_gb: '20', write_iops_sec_per_gb_min: '50', write_iops_sec_max: '90' }
  await admin('PUT', path, { qos_specs: bySize })
  const limitOf = async (size: number) => {
    const sized = {
      volume_uuid: await makeVolume(cloud, { volume_type: 'fast', size }),
      connector: { host: 'h' },
    }
    const { body } = await cloud.send('POST', '/v3/attachments', { attachment: sized }, { version: '3.71' })
    return body.attachment.connection_info.qos_specs
  }
  const limits = [await limitOf(1), await limitOf(3), await limitOf(5)]
  assert.deepEqual(
    limits,
    ['50', '60', '90'].map((write_iops_sec) => ({ total_iops_sec: '600', write_iops_sec })),
  )

  assert.deepEqual(
    (await admin('GET', '/v3/qos-specs?sort=name:desc&limit=1')).body.qos_specs.map(
      (each: { name: string }) => each.name,
    ),
    ['silver'],
  )
  assert.equal((await admin('DELETE', path)).status, 400)
  assert.equal((await admin('DELETE', `${path}?force=True`)).status, 202)
  assert.equal((await admin('GET', path)).status, 404)
  assert.equal((await admin('GET', `/v3/types/${type}`)).body.volume_type.qos_specs_id, null)
  await cloud.told()
  assert.deepEqual(heard.events(id), [
    ...['create', 'update', 'delete_keys', 'associate', 'update', 'delete'].map(
      (verb) => `qos_specs.${verb}`,
    ),
  ])
  await heard.assertDeclared()
})

test('encryption of a volume type is set only while it has no volumes, and unsupported kinds are refused', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const admin = (method: string, path: string, body?: unknown) => cloud.send(method, path, body, asAdmin)
  const path = `/v3/types/${await makeType(cloud, 'secret')}/encryption`
  assert.deepEqual((await admin('GET', path)).body, {})
  const encryption = {
    provider: 'luks',
    control_location: 'front-end',
    cipher: 'aes-xts-plain64',
    key_size: 256,
  }
  const odd = { encryption: { ...encryption, control_location: 'middle' } }
  assert.equal((await admin('POST', path, odd)).status, 400)
  const made = await admin('POST', path, { encryption })
  const id = made.body.encryption.encryption_id
  assert.deepEqual([made.status, made.body.encryption.provider], [200, 'luks'])
  assert.equal((await admin('POST', path, { encryption })).status, 400)
  assert.deepEqual((await admin('GET', `${path}/cipher`)).body, { cipher: 'aes-xts-plain64' })
  assert.equal((await admin('GET', `${path}/colour`)).status, 404)
  assert.equal((await admin('PUT', `${path}/${id}`, { encryption: { key_size: 512 } })).status, 200)
  assert.equal((await admin('GET', path)).body.key_size, 512)
  assert.equal((await cloud.send('GET', path)).status, 403)
  for (const [what, reason] of [
    [{ cipher: 'rot13' }, /no cipher rot13/],
    [{ cipher: 'aes-xts-plain64', key_size: 100 }, /no keys of 100 bits/],
    [{ key_size: 256, provider: 'plain' }, /no provider plain/],
    [{ provider: 'luks', control_location: 'back-end' }, /no back end here encrypts/],
  ] as const) {
    assert.equal((await admin('PUT', `${path}/${id}`, { encryption: what })).status, 200)
    const refused = await cloud.send('POST', '/v3/volumes', { volume: { size: 1, volume_type: 'secret' } })
    assert.equal(refused.status, 400)
    assert.match(refused.body.badRequest.message, reason)
  }
  const second = { encryption: { provider: 'luks2', control_location: 'front-end' } }
  assert.equal((await admin('PUT', `${path}/${id}`, second)).status, 200)
  const locked = { size: 1, volume_type: 'secret', imageRef: image.id }
  const refused = await cloud.send('POST', '/v3/volumes', { volume: locked })
  assert.equal(refused.status, 400)
  assert.match(refused.body.badRequest.message, /nothing here writes into LUKS version 2/)
  assert.equal((await admin('DELETE', '/v3/types/none/encryption/none')).status, 404)
  assert.equal((await admin('DELETE', `${path}/${id}`)).status, 202)
  const volume = await makeVolume(cloud, { volume_type: 'secret' })
  assert.equal((await admin('POST', path, { encryption })).status, 400)
  const shown = await cloud.send('GET', `/v3/volumes/${volume}/encryption`)
  assert.deepEqual(shown.body, { encryption_key_id: null })
})

test('new volumes of a project get its default volume type', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const type = await makeType(cloud, 'fast')
  const path = '/v3/default-types/apples'
  assert.equal((await cloud.send('GET', path, undefined, asAdmin)).status, 404)
  const body = { default_type: { volume_type: 'fast' } }
  assert.equal((await cloud.send('PUT', path, body, { version: '3.71' })).status, 403)
  const set = await cloud.send('PUT', path, body, asAdmin)
  assert.deepEqual(set.body.default_type, { project_id: 'apples', volume_type_id: type })
  const typeOf = async (as: string) => {
    const id = await makeVolume(cloud, {}, { as })
    return (await cloud.send('GET', `/v3/volumes/${id}`, undefined, { as })).body.volume.volume_type
  }
  assert.deepEqual([await typeOf('ann:apples'), await typeOf('pia:pears')], ['fast', '__DEFAULT__'])
  assert.equal((await cloud.send('GET', '/v3/types/default')).body.volume_type.name, 'fast')
  assert.equal((await cloud.send('DELETE', `/v3/types/${type}`, undefined, asAdmin)).status, 400)
  const { default_types } = (await cloud.send('GET', '/v3/default-types', undefined, asAdmin)).body
  assert.equal(default_types.length, 1)
  assert.equal((await cloud.send('DELETE', path, undefined, asAdmin)).status, 204)
  assert.equal((await cloud.send('DELETE', path, undefined, asAdmin)).status, 204)
  assert.equal((await cloud.send('GET', path, undefined, { ...asAdmin, version: '3.61' })).status, 404)
})
