import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import type { BackupStore } from '../src/driver/backup-store.ts'
import { type FakeVolumes, fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { makeVolume, startVolumeCloud, type VolumeCloud } from './volume-cloud.ts'

/** Requests that come while others are processed: every export ends with its last attachment, and with its own use. */
const asNova = { as: 'admin:service', version: '3.71' }
const servers = ['33333333-3333-4333-8333-333333333333', '44444444-4444-4444-8444-444444444444'] as const
const connector = { host: 'compute1', ip: '127.0.0.1', mountpoint: '/dev/vdb', multipath: false }

const reserve = async (cloud: VolumeCloud, volume_uuid: string, instance_uuid: string): Promise<string> => {
  const attachment = { volume_uuid, instance_uuid }
  const { status, body } = await cloud.send('POST', '/v3/attachments', { attachment }, { version: '3.71' })
  assert.equal(status, 200, JSON.stringify(body))
  return `/v3/attachments/${body.attachment.id}`
}

const connect = async (cloud: VolumeCloud, path: string): Promise<number> =>
  (await cloud.send('PUT', path, { attachment: { connector } }, asNova)).status

/** A back end that runs `meanwhile` once, after it has exported a volume and before it returns. */
const slowToExport = (): FakeVolumes & { meanwhile: (() => Promise<unknown>) | undefined } => {
  const backend = fakeVolumes()
  const slow = {
    ...backend,
    meanwhile: undefined as (() => Promise<unknown>) | undefined,
    exports: {
      ...backend.exports,
      open: async (...asked: Parameters<FakeVolumes['exports']['open']>) => {
        const opened = await backend.exports.open(...asked)
        const { meanwhile } = slow
        slow.meanwhile = undefined
        await meanwhile?.()
        return opened
      },
    },
  }
  return slow
}

test('detaching a volume from two servers on one host in parallel leaves no export', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes(), { processes: 2 })
  const asAdmin = { as: 'admin:service' }
  const volume_type = { name: 'many', extra_specs: { multiattach: '<is> True' } }
  assert.equal((await cloud.send('POST', '/v3/types', { volume_type }, asAdmin)).status, 200)
  const volume = await makeVolume(cloud, { volume_type: 'many' })
  const paths = [await reserve(cloud, volume, servers[0]), await reserve(cloud, volume, servers[1])]
  for (const path of paths) assert.equal(await connect(cloud, path), 200)
  const deleted = await Promise.all(paths.map((path) => cloud.send('DELETE', path, undefined, asNova)))
  assert.deepEqual(
    deleted.map(({ status }) => status),
    [200, 200],
  )
  assert.equal(cloud.backend.exported.size, 0)
})

test('an attachment that is deleted while its volume is being exported leaves no export', async () => {
  await using cloud = await startVolumeCloud(slowToExport())
  const volume = await makeVolume(cloud)
  const path = await reserve(cloud, volume, servers[0])
  cloud.backend.meanwhile = () => cloud.send('DELETE', path, undefined, asNova)
  assert.equal(await connect(cloud, path), 404)
  assert.equal(cloud.backend.exported.size, 0)
})

test('an attachment stays attached when a slow export ends after a repeated one was completed', async () => {
  await using cloud = await startVolumeCloud(slowToExport())
  const volume = await makeVolume(cloud)
  const path = await reserve(cloud, volume, servers[0])
  cloud.backend.meanwhile = async () => {
    assert.equal(await connect(cloud, path), 200)
    await cloud.send('POST', `${path}/action`, { 'os-complete': {} }, asNova)
  }
  assert.equal(await connect(cloud, path), 200)
  const { attachment } = (await cloud.send('GET', path, undefined, asNova)).body
  assert.equal(attachment.status, 'attached')
  assert.equal((await cloud.send('GET', `/v3/volumes/${volume}`)).body.volume.status, 'in-use')
})

test('a backup of a volume that migrates to the host of the backups leaves the export of the migration', async () => {
  const store: BackupStore = {
    name: 'fast',
    write: async () => ({ objects: 0 }),
    read: async function* () {},
    has: async () => false,
    remove: async () => {},
  }
  const second = fakeVolumes({ name: 'second' })
  await using cloud = await startVolumeCloud(slowToExport(), { store, more: [second] })
  const volume = await makeVolume(cloud)
  let during: readonly string[] = []
  cloud.backend.meanwhile = async () => {
    const backup = { volume_id: volume }
    const { status, body } = await cloud.send('POST', '/v3/backups', { backup })
    assert.equal(status, 202, JSON.stringify(body))
    await eventually(async () => {
      const shown = (await cloud.send('GET', `/v3/backups/${body.backup.id}`)).body.backup
      assert.equal(shown.status, 'available')
    })
    during = [...(cloud.backend.exported.get(volume) ?? [])]
  }
  const to = { host: 'one@second#second' }
  const asked = { 'os-migrate_volume': to }
  const { status } = await cloud.send('POST', `/v3/volumes/${volume}/action`, asked, { as: 'admin:admin' })
  assert.equal(status, 202)
  await cloud.settled()
  assert.deepEqual(during, ['one for migration'])
  assert.equal(cloud.backend.exported.size, 0)
})
