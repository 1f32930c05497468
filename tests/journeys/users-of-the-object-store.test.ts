import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { after, before, describe, it } from 'node:test'
import { type Client, signIn } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { type TemporaryDirectory, temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { type SwiftAccount, swiftAccount } from '../../services/object-store/test/account.ts'

const mebibyte = 1_048_576

const glance = `[DEFAULT]
enabled_backends = far:swift
[far]
swift_store_container = images
swift_store_large_object_chunk_size = 1
`
const cinder = `[DEFAULT]
backup_driver = cinder.backup.drivers.swift.SwiftBackupDriver
backup_swift_object_size = ${mebibyte}
`

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Only in the embedded shape, where volumes are files in a directory, whose bytes this reads. */
describe('image and volume services that keep images and backups in the object store', () => {
  let directory: TemporaryDirectory
  let cloud: TestCloud
  let services: SwiftAccount
  const noise = randomBytes(2 * mebibyte + 1000)
  let imageRef = ''
  before(async () => {
    directory = await temporaryDirectory()
    for (const [name, text] of Object.entries({ glance, cinder })) {
      const etc = join(directory.path, 'etc', name)
      await mkdir(etc, { recursive: true, mode: 0o700 })
      await writeFile(join(etc, `${name}.conf`), text)
    }
    cloud = await startTestCloud({ stateDir: directory.path })
    services = await accountOfServices(cloud)
  })
  after(async () => {
    await cloud[Symbol.asyncDispose]()
    await directory[Symbol.asyncDispose]()
  })

  const listed = async (container: string): Promise<readonly string[]> =>
    (await services.ask('GET', `/${container}`)).text.split('\n').filter((name) => name !== '')
  /** In one of two directories, because the scheduler chooses between two identical back ends. */
  const bytesOf = (volumeId: string): string => {
    const [path, other = ''] = ['volumes', 'volumes-spare'].map((name) =>
      join(directory.path, name, `volume-${volumeId}`),
    )
    return path !== undefined && existsSync(path) ? path : other
  }
  const backedUp = async (volume_id: string): Promise<string> => {
    const { volume, projectId } = cloud.admin
    const asked = { backup: { volume_id } }
    const { status, body } = await volume.post(`/v3/${projectId}/backups`, asked)
    assert.equal(status, 202, JSON.stringify(body))
    await eventually(async () => {
      const shown = await volume.get(`/v3/${projectId}/backups/${body.backup.id}`)
      assert.equal(shown.body.backup.status, 'available', JSON.stringify(shown.body))
    })
    const { body: exported } = await volume.get(`/v3/${projectId}/backups/${body.backup.id}/export_record`)
    assert.equal(exported['backup-record'].backup_service, 'cinder.backup.drivers.swift.SwiftBackupDriver')
    return body.backup.id
  }
  const restored = async (backupId: string, volume_id: string): Promise<void> => {
    const { volume, projectId } = cloud.admin
    const path = `/v3/${projectId}/backups/${backupId}/restore`
    assert.equal((await volume.post(path, { restore: { volume_id } })).status, 202)
    await cloud.settled()
    await volumeInStatus(cloud.admin, volume_id, 'available')
  }

  it('store an image in segments, and serve its data', async () => {
    imageRef = await makeImage(cloud.admin, { name: 'noise', data: noise })
    const [key = '', ...segments] = await listed('images')
    assert.deepEqual(
      segments,
      [1, 2, 3].map((number) => `${key}-0000000${number}`),
    )
    const { body } = await cloud.admin.image.get(`/v2/images/${imageRef}/file`)
    assert.ok(noise.equals(Buffer.from(body)))
  })

  it('can boot a server from the image, and create a volume from it', async () => {
    const flavorRef = await makeFlavor(cloud.admin)
    const id = await bootServer(cloud.admin, { name: 'web', imageRef, flavorRef })
    await serverInStatus(cloud.admin, id, 'ACTIVE')
    const { volume, projectId } = cloud.admin
    const asked = { volume: { name: 'root', size: 1, imageRef } }
    const { body } = await volume.post(`/v3/${projectId}/volumes`, asked)
    await volumeInStatus(cloud.admin, body.volume.id, 'available')
    await using file = await open(bytesOf(body.volume.id))
    const { buffer } = await file.read(Buffer.alloc(noise.length), 0, noise.length, 0)
    assert.ok(noise.equals(buffer))
  })

  it('store a backup, from which a volume is restored with the same bytes', async () => {
    const from = await makeVolume(cloud.admin, 'from')
    const noise = randomBytes(3 * mebibyte)
    await using file = await open(bytesOf(from), 'r+')
    await file.write(noise, 0, noise.length, 700 * mebibyte)
    const backup = await backedUp(from)
    const to = await makeVolume(cloud.admin, 'to')
    await restored(backup, to)
    assert.equal(await hashOf(bytesOf(to)), await hashOf(bytesOf(from)))
    const { volume, projectId } = cloud.admin
    assert.equal((await volume.delete(`/v3/${projectId}/backups/${backup}`)).status, 202)
    await cloud.settled()
    assert.deepEqual(await listed('volumebackups'), [])
  })

  it('delete the objects of an image when it is deleted', async () => {
    assert.equal((await cloud.admin.image.delete(`/v2/images/${imageRef}`)).status, 204)
    await cloud.settled()
    assert.deepEqual(await listed('images'), [])
  })
})

/** The account of the project `service`, with a token of the admin, who gets a role there. */
const accountOfServices = async (cloud: TestCloud): Promise<SwiftAccount> => {
  const { identity, userId } = cloud.admin
  const { body } = await identity.get('/v3/projects?name=service')
  const [service] = body.projects
  const { body: roles } = await identity.get('/v3/roles?name=admin')
  await identity.put(`/v3/projects/${service.id}/users/${userId}/roles/${roles.roles[0].id}`)
  const { password } = cloud.access
  const person: Client = await signIn(cloud.url, { username: 'admin', password, project: 'service' })
  return swiftAccount(cloud, person)
}
