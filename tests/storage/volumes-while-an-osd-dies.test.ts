/** Only in the embedded shape: the storage of volumes is the same in both. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { runCeph } from '@nimbo/ceph/run-ceph'
import { fakeDrivers } from '@nimbo/cloud/up/fake-drivers'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { eventually } from '@nimbo/testing/eventually'
import { type CephCluster, missingCeph, startCeph } from '@nimbo/testing/ceph-cluster'
import type { Client } from '@nimbo/testkit/client'
import { makeImage } from '@nimbo/testkit/make-image'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { fileVolumes } from '@nimbo/volume-file/file-volumes'
import { rbdVolumes } from '@nimbo/volume-rbd/rbd-volumes'
import { cephPlace, filePlace, type Place } from './places.ts'

/** A cluster on a busy machine notices a dead disk late, and its clients wait until then. */
const patience = { withinMs: 240_000, everyMs: 200 }
const contentBytes = 1_048_576
type Kind = 'volume' | 'snapshot' | 'backup'

describe('in a Ceph cluster of two disks, one of which is killed during each operation', {
  skip: missingCeph(),
}, () => {
  let ceph: CephCluster
  let cloud: TestCloud
  let ada: Client
  let [rbd, file]: Place[] = []
  let imageRef = ''
  let volumeId = ''
  let hash = ''
  before(async () => {
    ceph = await startCeph({ osds: 2, pools: ['volumes'] })
    const { access } = ceph
    cloud = await startTestCloud({
      drivers: async (state) => ({
        ...(await fakeDrivers({ state, clock: systemClock, log: silentLog }, 1)),
        volumes: rbdVolumes({ access, pool: 'volumes' }),
        moreVolumes: [fileVolumes({ directory: await state.directory('volumes') })],
      }),
    })
    ada = await cloud.person('ada')
    rbd = cephPlace('rbd', access, 'volumes')
    file = filePlace('file', `${cloud.directory}/volumes`)
    for (const name of ['rbd', 'file']) {
      const volume_type = { name, extra_specs: { volume_backend_name: name } }
      assert.equal((await cloud.admin.volume.post('/v3/types', { volume_type })).status, 200)
    }
    const locked = { name: 'locked', extra_specs: { volume_backend_name: 'rbd' } }
    const made = await cloud.admin.volume.post('/v3/types', { volume_type: locked })
    const encryption = { provider: 'luks', control_location: 'front-end', key_size: 256 }
    const path = `/v3/types/${made.body.volume_type.id}/encryption`
    assert.equal((await cloud.admin.volume.post(path, { encryption })).status, 200)
    imageRef = await makeImage(ada, { data: randomBytes(contentBytes) })
    volumeId = await asked('volume', '/v3/volumes', { volume: { size: 1, imageRef, volume_type: 'rbd' } })
    await free('volume', volumeId)
    hash = await here().hash(volumeId)
  })
  after(async () => {
    await cloud?.[Symbol.asyncDispose]()
    await ceph?.[Symbol.asyncDispose]()
  })

  const here = (): Place => {
    assert.ok(rbd)
    return rbd
  }
  const asked = async (kind: Kind, path: string, body: object): Promise<string> => {
    const answer = await ada.volume.post(path, body)
    assert.equal(answer.status, 202, JSON.stringify(answer.body))
    return answer.body[kind].id
  }
  const free = (kind: Kind, id: string): Promise<void> =>
    eventually(async () => {
      const { status } = (await ada.volume.get(`/v3/${kind}s/${id}`)).body[kind]
      assert.equal(status, 'available')
    }, patience)
  const act = async (action: object): Promise<void> => {
    const { status, body } = await ada.volume.post(`/v3/volumes/${volumeId}/action`, action)
    assert.equal(status, 202, JSON.stringify(body))
  }
  const gone = async (kind: Kind, id: string): Promise<void> => {
    assert.equal((await ada.volume.delete(`/v3/${kind}s/${id}`)).status, 202)
    await eventually(
      async () => assert.equal((await ada.volume.get(`/v3/${kind}s/${id}`)).status, 404),
      patience,
    )
  }
  /**
   * The disk is killed when the operation is accepted, and comes back when it is done. It is always the same disk, because the other has
   * everything that was written meanwhile.
   */
  const whileADiskDies = async (work: () => Promise<void>, done: () => Promise<void>) => {
    await work()
    await ceph.killOsd(1)
    await done()
    ceph.startOsd(1)
  }
  /** Creates something while a disk is killed; returns its id. */
  const make = async (kind: Kind, path: string, body: object): Promise<string> => {
    let id = ''
    const work = async () => {
      id = await asked(kind, path, body)
    }
    await whileADiskDies(work, () => free(kind, id))
    return id
  }

  it('a volume created from an image has its content', async () => {
    const wanted = { volume: { size: 1, imageRef, volume_type: 'rbd' } }
    const other = await make('volume', '/v3/volumes', wanted)
    assert.equal(await here().hash(other), hash)
    await gone('volume', other)
  })

  it('a clone of a volume has the content of its source', async () => {
    const copy = await make('volume', '/v3/volumes', { volume: { size: 1, source_volid: volumeId } })
    assert.equal(await here().hash(copy), hash)
    await gone('volume', copy)
  })

  it('a snapshot is taken, and a volume created from it has its content', async () => {
    const snapshot = await make('snapshot', '/v3/snapshots', { snapshot: { volume_id: volumeId } })
    const old = await make('volume', '/v3/volumes', { volume: { size: 1, snapshot_id: snapshot } })
    assert.equal(await here().hash(old), hash)
    await gone('volume', old)
    await gone('snapshot', snapshot)
  })

  it('a volume is reverted to its snapshot', async () => {
    const snapshot = await asked('snapshot', '/v3/snapshots', { snapshot: { volume_id: volumeId } })
    await free('snapshot', snapshot)
    await here().write(volumeId, 'written since')
    assert.notEqual(await here().hash(volumeId), hash)
    await whileADiskDies(
      () => act({ revert: { snapshot_id: snapshot } }),
      () => free('volume', volumeId),
    )
    assert.equal(await here().hash(volumeId), hash)
    await free('snapshot', snapshot)
    await gone('snapshot', snapshot)
  })

  it('a volume is encrypted and decrypted by retypes', async () => {
    for (const [to, encrypted] of [
      ['locked', true],
      ['rbd', false],
    ] as const) {
      const retype = { 'os-retype': { new_type: to, migration_policy: 'on-demand' } }
      await whileADiskDies(
        () => act(retype),
        () => free('volume', volumeId),
      )
      const { volume } = (await ada.volume.get(`/v3/volumes/${volumeId}`)).body
      assert.deepEqual([volume.volume_type, volume.encrypted], [to, encrypted])
      assert.equal((await here().read(volumeId, 4)) === 'LUKS', encrypted)
      await cloud.settled()
    }
    assert.equal(await here().hash(volumeId), hash)
  })

  it('a backup is made, and a volume restored from it has its content', async () => {
    const backup = await make('backup', '/v3/backups', { backup: { volume_id: volumeId } })
    await free('volume', volumeId)
    const restored = await make('volume', '/v3/volumes', {
      volume: { size: 1, backup_id: backup, volume_type: 'rbd' },
    })
    assert.equal(await here().hash(restored), hash)
    await gone('volume', restored)
    await gone('backup', backup)
  })

  it('a volume is moved to another back end and back, extended, and deleted without leftovers', async () => {
    assert.ok(file)
    for (const [to, place] of [
      ['file', file],
      ['rbd', here()],
    ] as const) {
      const retype = { 'os-retype': { new_type: to, migration_policy: 'on-demand' } }
      await whileADiskDies(
        () => act(retype),
        () => free('volume', volumeId),
      )
      assert.equal(await place.hash(volumeId), hash)
      await cloud.settled()
    }
    await whileADiskDies(
      () => act({ 'os-extend': { new_size: 2 } }),
      () => free('volume', volumeId),
    )
    assert.equal((await ada.volume.get(`/v3/volumes/${volumeId}`)).body.volume.size, 2)
    await gone('volume', volumeId)
    await eventually(async () => {
      assert.equal((await runCeph(ceph.access, 'rbd', ['ls', 'volumes'])).trim(), '')
      assert.equal((await runCeph(ceph.access, 'rbd', ['trash', 'ls', 'volumes'])).trim(), '')
    }, patience)
    const { body } = await ada.volume.get(`/v3/os-quota-sets/${ada.projectId}?usage=true`)
    for (const what of ['volumes', 'gigabytes', 'snapshots', 'backups'])
      assert.deepEqual([what, body.quota_set[what].in_use, body.quota_set[what].reserved], [what, 0, 0])
  })
})
