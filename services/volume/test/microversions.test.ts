import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import type { BackupStore } from '../src/driver/backup-store.ts'
import type { VolumeBackend } from '../src/driver/volume-backend.ts'
import { earlierChanges } from './earlier-microversions.ts'
import { laterChanges } from './later-microversions.ts'
import { type MicroversionScene, microversionScene } from './microversion-scene.ts'
import { startVolumeCloud, type VolumeCloud } from './volume-cloud.ts'

const changes = [...earlierChanges, ...laterChanges]

/** The latest microversion. */
const newest = 71

const made = fakeVolumes()
/** A back end whose volumes can be read, so that they can be backed up. */
const backend: VolumeBackend = {
  ...made,
  exports: {
    open: async () => ({ driver_volume_type: 'file', data: { device_path: '/dev/null', format: 'raw' } }),
    close: made.exports.close,
  },
}

/** A store that keeps nothing, because this test is about the API of backups only. */
const store: BackupStore = {
  name: 'cinder.backup.drivers.none',
  write: async () => ({ objects: 0 }),
  read: async function* () {},
  has: async () => true,
  remove: async () => {},
}

describe('microversions of the volume API', () => {
  const stack = new AsyncDisposableStack()
  let cloud: VolumeCloud
  let scene: MicroversionScene
  before(async () => {
    cloud = stack.use(await startVolumeCloud(backend, { store }))
    scene = await microversionScene(cloud)
  })
  after(() => stack.disposeAsync())

  it('are all listed in this test', () => {
    const told = changes.map(({ minor }) => minor)
    assert.deepEqual(
      told,
      Array.from({ length: newest }, (_, index) => index + 1),
    )
  })

  for (const { minor, brings, isThere, alsoBefore } of changes)
    it(`3.${minor} ${brings}`, async () => {
      const [earlier, at] = [`3.${minor - 1}`, `3.${minor}`]
      assert.equal(await isThere(scene, at), true, `with ${at}`)
      if (!alsoBefore) assert.equal(await isThere(scene, earlier), false, `with ${earlier}`)
    })

  it('3.71 refuses to change metadata with an outdated ETag', async () => {
    const path = '/v3/volumes'
    const id = await scene.made()
    const asked = { as: 'admin:admin', version: '3.71' }
    const { headers } = await cloud.send('GET', `${path}/${id}/metadata`, undefined, asked)
    const metadata = { a: '1' }
    const change = (etag: string) =>
      cloud.send('POST', `${path}/${id}/metadata`, { metadata }, { ...asked, headers: { 'if-match': etag } })
    assert.equal((await change(headers.etag ?? '')).status, 200)
    const refused = await change(headers.etag ?? '')
    assert.deepEqual([refused.status, refused.body.computeFault.code], [412, 412])
  })

  it('3.0 is used if the request names no version', async () => {
    const { headers, body } = await cloud.send('GET', `/v3/volumes/${scene.volume}`, undefined, {
      as: 'admin:admin',
    })
    assert.equal(headers['openstack-api-version'], 'volume 3.0')
    assert.ok(!('group_id' in body.volume) && 'consistencygroup_id' in body.volume)
  })

  it('3.72 is refused with 406', async () => {
    assert.equal((await scene.ask('GET', '/v3/volumes', '3.72')).status, 406)
  })
})
