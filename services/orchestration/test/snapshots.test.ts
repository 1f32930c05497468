import assert from 'node:assert/strict'
import { test } from 'node:test'
import { json } from '@nimbo/http/reply'
import { eventually } from '@nimbo/testing/eventually'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { servicesWithApi } from '@nimbo/testkit/services-with-api'
import { outputTemplate, stacksOf } from './stacks-story.ts'

/**
 * The requests to restore backups; while `isSlow`, backups never become available. With `losesReply` the reply to the next request
 * for a backup is lost on its way.
 */
const cinder = { restored: 0, isSlow: false, losesReply: false }

const watched = servicesWithApi('cinder-api', (api) => async (request) => {
  const [, backup] = /\/backups\/([0-9a-f-]{36})$/.exec(request.path) ?? []
  if (request.path.endsWith('/restore')) cinder.restored += 1
  if (cinder.isSlow && request.method === 'GET' && backup !== undefined)
    return json(200, { backup: { id: backup, status: 'creating' } })
  const reply = await api(request)
  if (!cinder.losesReply || request.method !== 'POST' || !request.path.endsWith('/backups')) return reply
  cinder.losesReply = false
  return json(503, {})
})

/** What snapshots of stacks keep of volumes. */
const cloud = ownCloud({ services: watched })
const stacks = stacksOf(() => cloud().admin)

const disk = (name: string) => ({ type: 'OS::Cinder::Volume', properties: { name, size: 1 } })

const backups = async (): Promise<readonly string[]> =>
  (await cloud().admin.volume.get('/v3/backups')).body.backups.map(({ id }: { readonly id: string }) => id)

/** A backup reads the whole volume, which takes long on a busy machine. */
const patience = { withinMs: 180_000 }

const isAt = (place: string, state: string): Promise<void> =>
  eventually(async () => {
    const { stack } = (await stacks.door.get(stacks.path(place))).body
    assert.equal(stack.stack_status, state, stack.stack_status_reason)
  }, patience)

const snapshotOf = async (place: string): Promise<string> => {
  const { status, body } = await stacks.door.post(stacks.path(`${place}/snapshots`), {})
  assert.equal(status, 200, JSON.stringify(body))
  return stacks.path(`${place}/snapshots/${body.id}`)
}

test('restoring a snapshot restores the volumes of the stack, and its template keeps their backups', async () => {
  const place = await stacks.create('keeps', outputTemplate({ disk: disk('first') }))
  await stacks.outputs(place)
  const snapshot = await snapshotOf(place)
  await isAt(place, 'SNAPSHOT_COMPLETE')
  await stacks.update(place, outputTemplate({ disk: disk('second') }))
  await stacks.outputs(place)
  assert.equal((await stacks.door.post(`${snapshot}/restore`)).status, 202)
  await isAt(place, 'RESTORE_COMPLETE')
  assert.equal(cinder.restored, 1)
  const { resources } = (await stacks.door.get(stacks.path(`${place}/template`))).body
  const { backup_id } = resources.disk.properties
  assert.ok((await backups()).includes(backup_id))
  assert.equal((await stacks.door.delete(snapshot)).status, 204)
  await stacks.drop(place)
})

test('deleting a stack deletes the backups of its snapshots, also of a volume that it no longer has', async () => {
  const place = await stacks.create('forgets', outputTemplate({ gone: disk('gone') }))
  await stacks.outputs(place)
  await snapshotOf(place)
  await isAt(place, 'SNAPSHOT_COMPLETE')
  assert.equal((await backups()).length, 1)
  await stacks.update(place, outputTemplate({}))
  await stacks.outputs(place)
  await stacks.drop(place)
  await eventually(async () => assert.deepEqual(await backups(), []), patience)
})

test('a backup whose reply is lost is not made a second time', async () => {
  const place = await stacks.create('lost', outputTemplate({ disk: disk('data') }))
  await stacks.outputs(place)
  await snapshotOf(place)
  await isAt(place, 'SNAPSHOT_COMPLETE')
  cinder.losesReply = true
  await snapshotOf(place)
  await eventually(() => assert.equal(cinder.losesReply, false), patience)
  await isAt(place, 'SNAPSHOT_COMPLETE')
  assert.equal((await backups()).length, 2)
  await stacks.drop(place)
  await eventually(async () => assert.deepEqual(await backups(), []), patience)
})

test('a snapshot that another action interrupts has failed and can be deleted with its backups', async () => {
  const place = await stacks.create('interrupted', outputTemplate({ disk: disk('data') }))
  await stacks.outputs(place)
  const volume = async (): Promise<string> => {
    const { resource } = (await stacks.door.get(stacks.path(`${place}/resources/disk`))).body
    assert.match(resource.resource_status, /^(CREATE|UPDATE)_COMPLETE$/)
    return resource.physical_resource_id
  }
  const first = await volume()
  cinder.isSlow = true
  const snapshot = await snapshotOf(place)
  await eventually(async () => assert.equal((await backups()).length, 1))
  await stacks.update(place, outputTemplate({ disk: disk('other') }))
  await stacks.outputs(place)
  cinder.isSlow = false
  assert.equal(await volume(), first)
  assert.equal((await stacks.door.get(snapshot)).body.snapshot.status, 'FAILED')
  await eventually(async () => assert.equal((await stacks.door.delete(snapshot)).status, 204), patience)
  await eventually(async () => assert.deepEqual(await backups(), []), patience)
  await stacks.drop(place)
})

test('a snapshot makes no backups of nested stacks, which nothing could restore or delete', async () => {
  const group = {
    type: 'OS::Heat::ResourceGroup',
    properties: { count: 1, resource_def: disk('member') },
  }
  const place = await stacks.create('nests', outputTemplate({ group }))
  await stacks.outputs(place)
  await snapshotOf(place)
  await isAt(place, 'SNAPSHOT_COMPLETE')
  assert.deepEqual(await backups(), [])
  await stacks.drop(place)
})
