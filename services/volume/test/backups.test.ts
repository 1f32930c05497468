import assert from 'node:assert/strict'
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { receiveAll, telling } from '@nimbo/testkit/received-notifications'
import { fileBackups } from '@nimbo/volume-file/backups/file-backups'
import { fileVolumes } from '@nimbo/volume-file/file-volumes'
import { makeVolume, startVolumeCloud, type VolumeCloud } from './volume-cloud.ts'

const newest = { version: '3.71' }
const asAdmin = { as: 'admin:admin', ...newest }
const mebibyte = 1_048_576

const directories = async (t: TestContext) => {
  const root = await mkdtemp(join(tmpdir(), 'nimbo-backup-story-'))
  t.after(() => rm(root, { recursive: true, force: true }))
  return { volumes: join(root, 'volumes'), backups: join(root, 'backups') }
}

const startCloud = async (t: TestContext, more = {}) => {
  const { volumes, backups } = await directories(t)
  const cloud = await startVolumeCloud(fileVolumes({ directory: volumes }), {
    store: fileBackups({ directory: backups }),
    ...more,
  })
  /** Writes a string at an offset of a volume, or reads it there. */
  const at = (id: string) => join(volumes, `volume-${id}`)
  const write = async (id: string, word: string, where = 0) => {
    await using file = await open(at(id), 'r+')
    await file.write(word, where)
  }
  const read = async (id: string, length: number, where = 0) => {
    await using file = await open(at(id))
    return (await file.read(Buffer.alloc(length), 0, length, where)).buffer.toString()
  }
  return { cloud, write, read, volumes, backups }
}

const send = async (cloud: VolumeCloud, path: string, body: object, asked: object = newest) => {
  const reply = await cloud.send('POST', path, body, asked)
  await cloud.settled()
  return reply
}

const makeBackup = async (cloud: VolumeCloud, volume_id: string, more = {}): Promise<string> => {
  const { status, body } = await send(cloud, '/v3/backups', { backup: { volume_id, ...more } })
  assert.equal(status, 202, JSON.stringify(body))
  return body.backup.id
}

const shown = async (cloud: VolumeCloud, id: string) =>
  (await cloud.send('GET', `/v3/backups/${id}`, undefined, asAdmin)).body.backup

const volumeOf = async (cloud: VolumeCloud, id: string) =>
  (await cloud.send('GET', `/v3/volumes/${id}`, undefined, newest)).body.volume

test('restoring a backup brings back the content of its volume, in place or as a new volume', async (t) => {
  const { cloud: started, write, read } = await startCloud(t, { config: telling })
  await using cloud = started
  await using heard = await receiveAll(cloud.bus)
  const volume = await makeVolume(cloud)
  await write(volume, 'first')
  await write(volume, 'far', 900 * mebibyte)
  const id = await makeBackup(cloud, volume, { name: 'monday', metadata: { why: 'safety' } })
  const made = await shown(cloud, id)
  assert.deepEqual(
    [made.status, made.size, made.object_count, made.is_incremental, made.metadata, made.fail_reason],
    ['available', 1, 2, false, { why: 'safety' }, null],
  )
  assert.equal(made['os-backup-project-attr:project_id'], 'apples')
  assert.equal((await volumeOf(cloud, volume)).status, 'available')
  await write(volume, 'other')
  await write(volume, 'new', 500 * mebibyte)
  const restored = await send(cloud, `/v3/backups/${id}/restore`, { restore: { volume_id: volume } })
  assert.deepEqual([restored.status, restored.body.restore.volume_id], [202, volume])
  assert.equal((await volumeOf(cloud, volume)).status, 'available')
  assert.deepEqual(
    [await read(volume, 5), await read(volume, 3, 900 * mebibyte), await read(volume, 3, 500 * mebibyte)],
    ['first', 'far', '\0\0\0'],
  )
  const other = await send(cloud, `/v3/backups/${id}/restore`, { restore: { name: 'again' } })
  const copy = await volumeOf(cloud, other.body.restore.volume_id)
  assert.deepEqual([copy.name, copy.status, await read(copy.id, 5)], ['again', 'available', 'first'])
  assert.equal((await shown(cloud, id)).status, 'available')
  await cloud.send('DELETE', `/v3/backups/${id}`)
  await cloud.settled()
  assert.equal((await cloud.send('GET', `/v3/backups/${id}`)).status, 404)
  await cloud.told()
  assert.deepEqual(heard.events(id), [
    ...['create', 'restore', 'restore', 'delete'].flatMap((verb) => [
      `backup.${verb}.start`,
      `backup.${verb}.end`,
    ]),
  ])
  await heard.assertDeclared()
})

test('an incremental backup stores only changed blocks, and needs the backups before it', async (t) => {
  const { cloud: started, write, read, backups } = await startCloud(t)
  await using cloud = started
  const volume = await makeVolume(cloud)
  const alone = await send(cloud, '/v3/backups', { backup: { volume_id: volume, incremental: true } })
  assert.equal(alone.status, 400)
  assert.equal(
    alone.body.badRequest.message,
    'Invalid backup: No backups available to do an incremental backup.',
  )
  for (let place = 0; place < 8; place += 1) await write(volume, `old ${place}`, place * 10 * mebibyte)
  const first = await makeBackup(cloud, volume)
  await write(volume, 'new 3', 30 * mebibyte)
  const second = await makeBackup(cloud, volume, { incremental: true })
  const sizeOf = async (id: string) => (await stat(join(backups, id, 'blocks'))).size
  assert.ok((await sizeOf(second)) < (await sizeOf(first)) / 4)
  const [whole, difference] = [await shown(cloud, first), await shown(cloud, second)]
  assert.deepEqual([whole.object_count, whole.has_dependent_backups, difference.object_count], [8, true, 1])
  assert.equal(difference.is_incremental, true)
  await write(volume, 'lost', 30 * mebibyte)
  await send(cloud, `/v3/backups/${second}/restore`, { restore: { volume_id: volume } })
  assert.deepEqual(
    [await read(volume, 5, 30 * mebibyte), await read(volume, 5, 70 * mebibyte)],
    ['new 3', 'old 7'],
  )
  assert.equal((await cloud.send('DELETE', `/v3/backups/${first}`)).status, 400)
  for (const id of [second, first]) {
    assert.equal((await cloud.send('DELETE', `/v3/backups/${id}`)).status, 202)
    await cloud.settled()
  }
  assert.deepEqual(await readdir(backups), [])
})

test('backing up a volume in use needs force, backing up its snapshot does not, and no copy remains', async (t) => {
  const { cloud: started, write, read, volumes } = await startCloud(t)
  await using cloud = started
  const volume = await makeVolume(cloud)
  await write(volume, 'kept')
  const { body } = await send(cloud, '/v3/snapshots', { snapshot: { volume_id: volume } })
  await write(volume, 'used')
  const attachment = { volume_uuid: volume, instance_uuid: crypto.randomUUID(), connector: { host: 'h' } }
  const made = await send(cloud, '/v3/attachments', { attachment })
  await send(cloud, `/v3/attachments/${made.body.attachment.id}/action`, { 'os-complete': {} })
  const refused = await send(cloud, '/v3/backups', { backup: { volume_id: volume } })
  assert.equal(refused.status, 400)
  const forced = await makeBackup(cloud, volume, { force: true })
  assert.equal((await volumeOf(cloud, volume)).status, 'in-use')
  const ofSnapshot = await makeBackup(cloud, volume, { snapshot_id: body.snapshot.id })
  const snapshot = await cloud.send('GET', `/v3/snapshots/${body.snapshot.id}`)
  assert.equal(snapshot.body.snapshot.status, 'available')
  const left = (await readdir(volumes)).filter((name) => name.startsWith('volume-'))
  assert.deepEqual(left, [`volume-${volume}`])
  const from = async (backup_id: string) => read(await makeVolume(cloud, { backup_id }, newest), 4)
  assert.deepEqual([await from(forced), await from(ofSnapshot)], ['used', 'kept'])
})

test('a failed backup ends in error, and the volume is available again', async (t) => {
  const { cloud: started, volumes } = await startCloud(t)
  await using cloud = started
  const volume = await makeVolume(cloud)
  await rm(join(volumes, `volume-${volume}`))
  const id = await makeBackup(cloud, volume)
  const failed = await shown(cloud, id)
  assert.equal(failed.status, 'error')
  assert.match(failed.fail_reason, /exportVolume failed/)
  assert.equal((await volumeOf(cloud, volume)).status, 'available')
  const restored = await send(cloud, `/v3/backups/${id}/restore`, { restore: {} })
  assert.equal(restored.status, 400)
  const reset = { 'os-reset_status': { status: 'available' } }
  assert.equal((await send(cloud, `/v3/backups/${id}/action`, reset)).status, 403)
  assert.equal((await send(cloud, `/v3/backups/${id}/action`, reset, asAdmin)).status, 202)
  assert.equal((await shown(cloud, id)).status, 'available')
  assert.equal(
    (await send(cloud, `/v3/backups/${id}/action`, { 'os-force_delete': {} }, asAdmin)).status,
    202,
  )
  assert.equal((await cloud.send('GET', `/v3/backups/${id}`)).status, 404)
})

test('a backup record can be exported and imported, and the imported backup restored', async (t) => {
  const { cloud: started, write, read } = await startCloud(t)
  await using cloud = started
  const volume = await makeVolume(cloud)
  await write(volume, 'moved')
  const id = await makeBackup(cloud, volume, { name: 'trip' })
  const exported = (await cloud.send('GET', `/v3/backups/${id}/export_record`, undefined, asAdmin)).body
  const taking = (record: object) =>
    send(cloud, '/v3/backups/import_record', { 'backup-record': record }, asAdmin)
  const known = await taking(exported['backup-record'])
  assert.equal(known.status, 400)
  assert.equal((await taking({ backup_service: 'x', backup_url: 'bm8gSlNPTg==' })).status, 400)
  const other = '99999999-9999-4999-8999-999999999999'
  const renamed = JSON.parse(Buffer.from(exported['backup-record'].backup_url, 'base64').toString())
  const backup_url = Buffer.from(JSON.stringify({ ...renamed, id: other })).toString('base64')
  assert.equal((await taking({ ...exported['backup-record'], backup_url })).body.backup.id, other)
  assert.equal((await shown(cloud, other)).status, 'available')
  assert.equal(await read(await makeVolume(cloud, { backup_id: other }, asAdmin), 5), 'moved')
  const db = await cloud.database()
  await db.deleteFrom('backups').where('id', '=', id).execute()
  const taken = await taking(exported['backup-record'])
  assert.deepEqual([taken.status, taken.body.backup.id, taken.body.backup.name], [201, id, 'trip'])
  assert.equal((await shown(cloud, id)).status, 'available')
  const copy = await makeVolume(cloud, { backup_id: id }, asAdmin)
  assert.equal(await read(copy, 5), 'moved')
  assert.equal((await cloud.send('GET', `/v3/backups/${id}/export_record`)).status, 404)
})

test('backups are limited by quota, listed in pages, and visible to their project only', async (t) => {
  const { cloud: started } = await startCloud(t)
  await using cloud = started
  const volume = await makeVolume(cloud)
  for (const name of ['b', 'a']) await makeBackup(cloud, volume, { name })
  const list = async (query: string, asked: object = newest) =>
    (await cloud.send('GET', `/v3/backups${query}`, undefined, asked)).body
  const names = (body: { backups: readonly { name: string }[] }) => body.backups.map(({ name }) => name)
  assert.deepEqual(names(await list('/detail?sort=name:asc')), ['a', 'b'])
  const page = await list('?sort=name:asc&limit=1&with_count=true')
  assert.deepEqual([names(page), page.count, page.backups_links[0].rel], [['a'], 2, 'next'])
  assert.deepEqual(names(await list('?name=b')), ['b'])
  assert.deepEqual((await list('', { as: 'pia:pears' })).backups, [])
  assert.equal((await cloud.send('GET', '/v3/backups?colour=red', undefined, newest)).status, 400)
  const { absolute } = (await cloud.send('GET', '/v3/limits')).body.limits
  assert.deepEqual([absolute.totalBackupsUsed, absolute.totalBackupGigabytesUsed], [2, 2])
  await cloud.send('PUT', '/v3/os-quota-sets/apples', { quota_set: { backups: 2 } }, asAdmin)
  const third = await send(cloud, '/v3/backups', { backup: { volume_id: volume } })
  assert.deepEqual(
    [third.status, third.body.overLimit.message],
    [413, 'BackupLimitExceeded: Maximum number of backups allowed (2) exceeded'],
  )
  const { id } = page.backups[0]
  const renamed = await cloud.send('PUT', `/v3/backups/${id}`, { backup: { name: 'c' } }, newest)
  assert.equal(renamed.body.backup.name, 'c')
  assert.equal((await cloud.send('GET', `/v3/backups/${id}`, undefined, { as: 'pia:pears' })).status, 404)
})

test('creating a backup without a backup service answers 503', async (t) => {
  const { volumes } = await directories(t)
  await using cloud = await startVolumeCloud(fileVolumes({ directory: volumes }))
  const volume_id = await makeVolume(cloud)
  assert.equal((await send(cloud, '/v3/backups', { backup: { volume_id } })).status, 503)
})
