import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { startVolumeCloud } from './volume-cloud.ts'

test('a volume asked for before its host was heard of again is made once it is', async () => {
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

test('a volume asked for before any host has told of itself is made once one has', async () => {
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

test('what no back end will do even when it is heard of is refused at once', async () => {
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

test('a group asked for before its host was heard of again is made once it is', async () => {
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
