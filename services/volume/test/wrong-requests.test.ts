import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { makeVolume, startVolumeCloud, type VolumeCloud } from './volume-cloud.ts'

const asAdmin = { as: 'admin:admin' }
const newest = '3.71'
const strange = '99999999-9999-4999-8999-999999999999'

/** A request and the expected status; a member sends it unless `asked` says otherwise. */
type Case = readonly [line: string, body: unknown, expected: number, asked?: object]

const expectEach = async (cloud: VolumeCloud, cases: readonly Case[]): Promise<void> => {
  for (const [line, body, expected, asked = {}] of cases) {
    const [method = '', path = ''] = line.split(' ')
    const reply = await cloud.send(method, `/v3${path}`, body, { version: newest, ...asked })
    assert.equal(reply.status, expected, `${line} ${JSON.stringify(body)}: ${JSON.stringify(reply.body)}`)
  }
}

test('a request body is validated before the resource is looked up and before policy is checked', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const gone = `/backups/${strange}`
  const record = { backup_service: 'x', backup_url: 'y' }
  await expectEach(cloud, [
    [`PUT ${gone}`, {}, 400],
    [`PUT ${gone}`, { backup: { nothing: 'x' } }, 400],
    [`PUT ${gone}`, { backup: {} }, 404],
    [`POST ${gone}/restore`, { restore: { volume_id: 'nothing' } }, 400],
    [`POST ${gone}/action`, { 'os-reset_status': {} }, 400, asAdmin],
    ['POST /backups/import_record', { 'backup-record': record }, 400],
    ['POST /backups', { backup: { volume_id: strange, availability_zone: 'nowhere' } }, 404],
    [`PUT /attachments/${strange}`, { attachment: { connector: {} } }, 400],
    [`POST /group_snapshots/${strange}/action`, { reset_status: {} }, 400, asAdmin],
  ])
})

test('keys of a later microversion are refused in a body, and ignored for new volumes before 3.53', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const backup = { volume_id: strange, metadata: { a: 'b' } }
  await expectEach(cloud, [
    ['POST /backups', { backup }, 400, { version: '3.42' }],
    ['POST /backups', { backup }, 404, { version: '3.43' }],
    ['POST /volumes', { volume: { size: 1, group_id: strange } }, 202, { version: '3.12' }],
    ['POST /volumes', { volume: { size: 1, nothing: 'x' } }, 202, { version: '3.52' }],
    ['POST /volumes', { volume: { size: 1, nothing: 'x' } }, 400, { version: '3.53' }],
  ])
})

test('the source of a new volume must be an existing UUID, and size and multiattach must be valid', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  await expectEach(cloud, [
    ['POST /volumes', { volume: { size: 1, snapshot_id: 'nothing' } }, 400],
    ['POST /volumes', { volume: { size: 1, source_volid: 'nothing' } }, 400],
    ['POST /volumes', { volume: { size: 1, backup_id: 'nothing' } }, 400],
    ['POST /volumes', { volume: { size: 1, snapshot_id: strange } }, 404],
    ['POST /volumes', { volume: { size: 99_999_999_999 } }, 400],
    ['POST /volumes', { volume: { size: 1, multiattach: 'perhaps' } }, 400, { version: '3.49' }],
  ])
})

test('lists refuse unknown filters', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const volumeId = await makeVolume(cloud, { metadata: { a: 'b' } })
  await cloud.send('POST', '/v3/snapshots', { snapshot: { volume_id: volumeId } })
  await expectEach(cloud, [
    ['GET /groups?nothing=x', undefined, 400],
    ['GET /groups/detail?nothing=x', undefined, 400],
    ['GET /groups/detail?list_volume=1', undefined, 200],
    ['GET /attachments?nothing=x', undefined, 400],
    ['GET /attachments?instance_id=x&status=reserved', undefined, 200],
    ['GET /clusters?nothing=x', undefined, 400, asAdmin],
    ['GET /clusters/detail?disabled=true', undefined, 200, asAdmin],
    ['GET /group_types?is_public=perhaps', undefined, 400, asAdmin],
    ['GET /volumes?consumes_quota=perhaps', undefined, 400],
    ['GET /snapshots?consumes_quota=perhaps', undefined, 400],
    ['GET /volumes?display_name=x', undefined, 400],
    ['GET /volumes?with_count=true', undefined, 400, { version: '3.44' }],
    ['GET /volumes?with_count=true', undefined, 200, { version: '3.45' }],
    ['GET /volumes?sort=volume_type_id', undefined, 200],
  ])
  const ids = async (path: string, kind: string): Promise<readonly string[]> =>
    (await cloud.send('GET', `/v3/${path}`, undefined, { version: newest })).body[kind].map(
      ({ id }: { readonly id: string }) => id,
    )
  const pair = encodeURIComponent("{'a': 'b'}")
  assert.deepEqual(await ids(`volumes?metadata=${pair}`, 'volumes'), [volumeId])
  // A metadata filter that is no dictionary matches nothing.
  assert.deepEqual(await ids('volumes?metadata=text', 'volumes'), [])
  assert.deepEqual(await ids('snapshots?metadata=text', 'snapshots'), [])
  assert.equal((await ids('snapshots?consumes_quota=true', 'snapshots')).length, 1)
  assert.deepEqual(await ids('snapshots?consumes_quota=false', 'snapshots'), [])
  assert.equal((await ids('types?is_public=False', 'volume_types')).length, 1)
})

test('undoing a reservation, detachment or default type that does not exist changes nothing', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const id = await makeVolume(cloud, { name: 'v' })
  const act = `POST /volumes/${id}/action`
  await expectEach(cloud, [
    [act, { 'os-unreserve': null }, 202],
    [act, { 'os-roll_detaching': null }, 202],
    [act, { 'os-begin_detaching': null }, 400],
    [act, { revert: { snapshot_id: strange } }, 400],
    ['DELETE /default-types/pears', undefined, 204, asAdmin],
    ['PUT /default-types/pears', { default_type: { volume_type: 'nothing' } }, 400, asAdmin],
    ['PUT /default-types/pears', { default_type: { volume_type: strange } }, 400, asAdmin],
  ])
  const { volume } = (await cloud.send('GET', `/v3/volumes/${id}`)).body
  assert.deepEqual([volume.status, volume.name], ['available', 'v'])
  await expectEach(cloud, [[`PUT /volumes/${id}`, { volume: { name: null } }, 200]])
  assert.equal((await cloud.send('GET', `/v3/volumes/${id}`)).body.volume.name, null)
})

test('unknown volumes cannot be added to a group or removed from it', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const type = { group_type: { name: 'gt', group_specs: {} } }
  const made = await cloud.send('POST', '/v3/group_types', type, { ...asAdmin, version: newest })
  const group = { group_type: made.body.group_type.id, volume_types: ['__DEFAULT__'] }
  const twice = { ...group, volume_types: ['__DEFAULT__', '__DEFAULT__'] }
  const { body } = await cloud.send('POST', '/v3/groups', { group }, { version: newest })
  await cloud.settled()
  const path = `PUT /groups/${body.group.id}`
  await expectEach(cloud, [
    ['POST /groups', { group: twice }, 400],
    [path, { group: { add_volumes: strange } }, 400],
    [path, { group: { remove_volumes: strange } }, 400],
  ])
})
