/** Backups in an S3-compatible storage, which here is the object store of another cloud. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { after, before, describe, it } from 'node:test'
import { ListMultipartUploadsCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import type { S3Client } from '@aws-sdk/client-s3'
import { eventually } from '@nimbo/testing/eventually'
import type { Client } from '@nimbo/testkit/client'
import { makeVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { newKey, s3Client } from '../../services/object-store/test/s3-account.ts'

const mebibyte = 1_048_576
const Bucket = 'volumebackups'

describe('backups of volumes in S3', () => {
  let storage: TestCloud
  let cloud: TestCloud
  let s3: S3Client
  let ada: Client
  const cloudWith = (key: { readonly accessKeyId: string; readonly secretAccessKey: string }) =>
    startTestCloud({
      environment: {
        OS_DEFAULT__BACKUP_DRIVER: 'cinder.backup.drivers.s3.S3BackupDriver',
        OS_DEFAULT__BACKUP_S3_ENDPOINT_URL: `${storage.url}/s3`,
        OS_DEFAULT__BACKUP_S3_STORE_ACCESS_KEY: key.accessKeyId,
        OS_DEFAULT__BACKUP_S3_STORE_SECRET_KEY: key.secretAccessKey,
        OS_DEFAULT__BACKUP_S3_OBJECT_SIZE: String(5 * mebibyte),
      },
    })
  before(async () => {
    storage = await startTestCloud({})
    const key = await newKey(storage.admin)
    s3 = s3Client(storage, key)
    cloud = await cloudWith(key)
    ada = await cloud.person('ada')
  })
  after(async () => {
    await cloud?.[Symbol.asyncDispose]()
    s3?.destroy()
    await storage?.[Symbol.asyncDispose]()
  })

  const keys = async (): Promise<readonly (string | undefined)[]> =>
    ((await s3.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key }) => Key)
  /** The scheduler chooses between two identical back ends. */
  const pathOf = (volumeId: string): string => {
    const [path = '', other = ''] = ['volumes', 'volumes-spare'].map((name) =>
      join(cloud.directory, name, `volume-${volumeId}`),
    )
    return existsSync(path) ? path : other
  }
  const hashOf = async (volumeId: string): Promise<string> => {
    const hash = createHash('sha256')
    await pipeline(createReadStream(pathOf(volumeId)), hash)
    return hash.digest('hex')
  }
  const write = async (volumeId: string, bytes: Uint8Array, at: number): Promise<void> => {
    await using file = await open(pathOf(volumeId), 'r+')
    await file.write(bytes, 0, bytes.length, at)
  }
  const ended = (by: Client, id: string) =>
    eventually(async () => {
      const { backup } = (await by.volume.get(`/v3/backups/${id}`)).body
      assert.notEqual(backup.status, 'creating')
      return backup
    })
  const backUp = async (by: Client, volume_id: string, more: object = {}) => {
    const { status, body } = await by.volume.post('/v3/backups', { backup: { volume_id, ...more } })
    assert.equal(status, 202, JSON.stringify(body))
    return ended(by, body.backup.id)
  }
  const restore = async (backup: string, volume_id: string): Promise<void> => {
    const asked = await ada.volume.post(`/v3/backups/${backup}/restore`, { restore: { volume_id } })
    assert.equal(asked.status, 202, JSON.stringify(asked.body))
    await cloud.settled()
  }
  const remove = async (backup: string): Promise<void> => {
    assert.equal((await ada.volume.delete(`/v3/backups/${backup}`)).status, 202)
    await eventually(async () => assert.equal((await ada.volume.get(`/v3/backups/${backup}`)).status, 404))
  }

  it('restore equal volumes, full and incremental, and leave no object in S3 when deleted', async () => {
    const [id, to] = [await makeVolume(ada, 'from'), await makeVolume(ada, 'to')]
    await write(id, randomBytes(11 * mebibyte), 700 * mebibyte)
    const full = await backUp(ada, id)
    assert.equal(full.status, 'available', full.fail_reason)
    const first = await hashOf(id)
    await write(id, randomBytes(mebibyte), 705 * mebibyte + 5)
    const later = await backUp(ada, id, { incremental: true })
    assert.ok(later.object_count < full.object_count)
    assert.deepEqual(
      await keys(),
      [full.id, later.id].flatMap((each) => [`backup_${each}/blocks`, `backup_${each}/list`]).sort(),
    )
    await restore(later.id, to)
    await volumeInStatus(ada, to, 'available')
    assert.equal(await hashOf(to), await hashOf(id))
    await restore(full.id, to)
    await volumeInStatus(ada, to, 'available')
    assert.equal(await hashOf(to), first)
    for (const each of [later.id, full.id]) await remove(each)
    assert.deepEqual(await keys(), [])
    assert.equal((await s3.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads, undefined)
  })

  it('end in error_restoring if their objects were modified, and remain available', async () => {
    const id = await makeVolume(ada, 'changed')
    await write(id, randomBytes(mebibyte), 0)
    const { id: backup } = await backUp(ada, id)
    const Body = randomBytes(2 * mebibyte)
    await s3.send(new PutObjectCommand({ Bucket, Key: `backup_${backup}/blocks`, Body }))
    await restore(backup, id)
    await volumeInStatus(ada, id, 'error_restoring')
    assert.equal((await ada.volume.get(`/v3/backups/${backup}`)).body.backup.status, 'available')
    await remove(backup)
  })

  it('fail with a reason if the storage rejects the access key, and leave the volume available', async () => {
    await using stranger = await cloudWith({ accessKeyId: 'nobody', secretAccessKey: 'nothing' })
    const eve = await stranger.person('eve')
    const id = await makeVolume(eve, 'kept')
    const { status, fail_reason } = await backUp(eve, id)
    assert.equal(status, 'error')
    assert.notEqual(fail_reason, '')
    await volumeInStatus(eve, id, 'available')
  })
})
