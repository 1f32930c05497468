import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { startVolumeCloud } from './volume-cloud.ts'

test('a volume requested after an outage is created once its host reports again', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  let path = ''
  const status = async (): Promise<string> => (await cloud.send('GET', path)).body.volume.status
  await cloud.beforeHostIsHeardOf(async () => {
    const made = await cloud.send('POST', '/v3/volumes', { volume: { size: 1 } })
    path = `/v3/volumes/${made.body.volume.id}`
    await cloud.settled()
    assert.equal(await status(), 'creating')
  })
  await eventually(async () => assert.equal(await status(), 'available'))
})

test('a volume requested before any host has reported is created once one reports', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  let path = ''
  const status = async (): Promise<string> => (await cloud.send('GET', path)).body.volume.status
  await cloud.beforeAnyHostIsHeardOf(async () => {
    const made = await cloud.send('POST', '/v3/volumes', { volume: { size: 1 } })
    path = `/v3/volumes/${made.body.volume.id}`
    await cloud.settled()
    assert.equal(await status(), 'creating')
  })
  await eventually(async () => assert.equal(await status(), 'available'))
})

test('a volume too large for every back end ends in error without waiting for a host to report', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes({ totalGb: 1 }))
  await cloud.beforeHostIsHeardOf(async () => {
    const made = await cloud.send('POST', '/v3/volumes', { volume: { size: 1000 } })
    await cloud.settled()
    const { body } = await cloud.send('GET', `/v3/volumes/${made.body.volume.id}`)
    assert.equal(body.volume.status, 'error')
  })
})

const newest = { version: '3.71' }
const asAdmin = { as: 'admin:admin', version: '3.71' }

test('a group requested after an outage is created once its host reports again', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const type = await cloud.send('POST', '/v3/group_types', { group_type: { name: 'plain' } }, asAdmin)
  assert.equal(type.status, 202)
  let path = ''
  const status = async (): Promise<string> =>
    (await cloud.send('GET', path, undefined, newest)).body.group.status
  await cloud.beforeHostIsHeardOf(async () => {
    const group = { group_type: 'plain', volume_types: ['__DEFAULT__'] }
    const made = await cloud.send('POST', '/v3/groups', { group }, newest)
    path = `/v3/groups/${made.body.group.id}`
    await cloud.settled()
    assert.equal(await status(), 'creating')
  })
  await eventually(async () => assert.equal(await status(), 'available'))
})

test('a retype that needs another back end waits until that host reports again', async () => {
  const second = fakeVolumes({ name: 'second' })
  await using cloud = await startVolumeCloud(fakeVolumes(), { more: [second] })
  const kept = { name: 'kept', extra_specs: { volume_backend_name: cloud.backend.name } }
  const moved = { name: 'moved', extra_specs: { volume_backend_name: 'second' } }
  for (const volume_type of [kept, moved])
    assert.equal((await cloud.send('POST', '/v3/types', { volume_type }, asAdmin)).status, 200)
  const made = await cloud.send('POST', '/v3/volumes', { volume: { size: 1, volume_type: 'kept' } })
  await cloud.settled()
  const path = `/v3/volumes/${made.body.volume.id}`
  const shown = async () => (await cloud.send('GET', path, undefined, asAdmin)).body.volume
  assert.equal((await shown()).status, 'available')
  await cloud.beforeHostIsHeardOf(async () => {
    const body = { 'os-retype': { new_type: 'moved', migration_policy: 'on-demand' } }
    assert.equal((await cloud.send('POST', `${path}/action`, body)).status, 202)
    await cloud.settled()
    assert.equal((await shown()).status, 'retyping')
  })
  await eventually(async () => {
    const { status, 'os-vol-host-attr:host': host } = await shown()
    assert.deepEqual([status, host], ['available', 'one@second#second'])
  })
})
