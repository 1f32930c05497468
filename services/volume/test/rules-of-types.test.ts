import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { makeVolume, startVolumeCloud, type VolumeCloud } from './volume-cloud.ts'

const asAdmin = { as: 'admin:admin' }
const newest = { version: '3.71' }
const shared = {
  multiattach: '<is> True',
  'RESKEY:availability_zones': 'nova',
  replication_enabled: '<is> False',
}

const makeType = async (cloud: VolumeCloud, name: string, extra_specs: object): Promise<string> => {
  const made = await cloud.send('POST', '/v3/types', { volume_type: { name, extra_specs } }, asAdmin)
  assert.equal(made.status, 200)
  return made.body.volume_type.id
}

test('members see only the user-visible extra specs of a volume type, and administrators see all', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const id = await makeType(cloud, 'shared', { ...shared, volume_backend_name: 'fake', 'san:secret': 'x' })
  const specsSeen = async (as = {}) => {
    const listed = (await cloud.send('GET', '/v3/types', undefined, as)).body.volume_types
    const one = (await cloud.send('GET', `/v3/types/${id}`, undefined, as)).body.volume_type
    const alone = (await cloud.send('GET', `/v3/types/${id}/extra_specs`, undefined, as)).body
    const inList = listed.find((type: { id: string }) => type.id === id)
    assert.deepEqual([inList.extra_specs, alone.extra_specs], [one.extra_specs, one.extra_specs])
    return one.extra_specs
  }
  assert.deepEqual(await specsSeen(), shared)
  assert.deepEqual(await specsSeen(asAdmin), { ...shared, volume_backend_name: 'fake', 'san:secret': 'x' })
  const path = `/v3/types/${id}/extra_specs`
  assert.deepEqual((await cloud.send('GET', `${path}/multiattach`)).body, { multiattach: '<is> True' })
  const hidden = await cloud.send('GET', `${path}/san:secret`)
  const missing = await cloud.send('GET', `${path}/nothing`)
  assert.deepEqual([hidden.status, missing.status], [404, 404])
  assert.equal(
    hidden.body.itemNotFound.message.replace('san:secret', 'nothing'),
    missing.body.itemNotFound.message,
  )
  assert.equal((await cloud.send('GET', `${path}/san:secret`, undefined, asAdmin)).status, 200)
})

test('is_public of a volume type is shown only to those whom policy rule volume_type_access allows', async () => {
  const policyYaml = 'volume_extension:volume_type_access: role:admin'
  await using cloud = await startVolumeCloud(fakeVolumes(), { policyYaml })
  const id = await makeType(cloud, 'plain', {})
  const attribute = 'os-volume-type-access:is_public'
  const seen = (await cloud.send('GET', `/v3/types/${id}`)).body.volume_type
  assert.deepEqual([attribute in seen, seen.is_public], [false, true])
  const { body } = await cloud.send('GET', `/v3/types/${id}`, undefined, asAdmin)
  assert.equal(body.volume_type[attribute], true)
})

test('creating a multiattach volume needs policy rule volume:multiattach', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes(), { policyYaml: 'volume:multiattach: role:admin' })
  await makeType(cloud, 'shared', shared)
  const order = { volume: { size: 1, volume_type: 'shared' } }
  const refused = await cloud.send('POST', '/v3/volumes', order)
  assert.equal(refused.status, 403)
  assert.match(refused.body.forbidden.message, /volume:multiattach/)
  assert.deepEqual((await cloud.send('GET', '/v3/volumes')).body.volumes, [])
  assert.equal((await cloud.send('POST', '/v3/volumes', order, asAdmin)).status, 202)
  await makeVolume(cloud)
})

test('attaching a bootable volume twice needs policy rule volume:multiattach_bootable_volume', async () => {
  const policyYaml = 'volume:multiattach_bootable_volume: "!"'
  await using cloud = await startVolumeCloud(fakeVolumes(), { policyYaml })
  await makeType(cloud, 'shared', shared)
  const attach = async (volume_uuid: string, instance_uuid: string) =>
    (await cloud.send('POST', '/v3/attachments', { attachment: { volume_uuid, instance_uuid } }, newest))
      .status
  const [one, two] = ['33333333-3333-4333-8333-333333333333', '44444444-4444-4444-8444-444444444444']
  const plain = await makeVolume(cloud, { volume_type: 'shared' })
  assert.deepEqual([await attach(plain, one), await attach(plain, two)], [200, 200])
  const bootable = await makeVolume(cloud, { volume_type: 'shared' })
  const mark = { 'os-set_bootable': { bootable: true } }
  assert.equal((await cloud.send('POST', `/v3/volumes/${bootable}/action`, mark)).status, 200)
  assert.deepEqual([await attach(bootable, one), await attach(bootable, two)], [200, 403])
  const { attachments } = (await cloud.send('GET', '/v3/attachments', undefined, newest)).body
  assert.equal(attachments.length, 3)
})

test('the progress of a snapshot is shown only if policy rule extended_snapshot_attributes allows it', async () => {
  const policyYaml = 'volume_extension:extended_snapshot_attributes: role:admin'
  await using cloud = await startVolumeCloud(fakeVolumes(), { policyYaml })
  const volume_id = await makeVolume(cloud)
  const made = await cloud.send('POST', '/v3/snapshots', { snapshot: { volume_id } })
  await cloud.settled()
  const path = `/v3/snapshots/${made.body.snapshot.id}`
  const progress = 'os-extended-snapshot-attributes:progress'
  const seenBy = async (as = {}) => (await cloud.send('GET', path, undefined, as)).body.snapshot[progress]
  assert.deepEqual([await seenBy(), await seenBy(asAdmin)], [undefined, '100%'])
})
