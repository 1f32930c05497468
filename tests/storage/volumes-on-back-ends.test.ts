import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { runCeph } from '@nimbo/ceph/run-ceph'
import type { Drivers } from '@nimbo/cloud/drivers'
import type { StateDirectory } from '@nimbo/cloud/state-directory'
import { fakeDrivers } from '@nimbo/cloud/up/fake-drivers'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { rbdStore } from '@nimbo/store-rbd/rbd-store'
import { type CephCluster, missingCeph, startCeph } from '@nimbo/testing/ceph-cluster'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { volumeInStatus } from '@nimbo/testkit/make-volume'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { fileVolumes } from '@nimbo/volume-file/file-volumes'
import { cephBackups } from '@nimbo/volume-rbd/backups/ceph-backups'
import { rbdVolumes } from '@nimbo/volume-rbd/rbd-volumes'
import { cephPlace, filePlace, type Place } from './places.ts'

/** Two back ends of one cloud; most tests are about the first. */
interface Storage {
  readonly drivers: (state: StateDirectory) => Promise<Drivers>
  readonly places: (directory: string) => readonly [Place, Place]
}

/** The same tests for each kind of back end, and of moving volumes to another one. */
const tell = (title: string, skip: string | false, open: () => Promise<Storage & AsyncDisposable>): void => {
  describe(title, { skip }, () => {
    /** Ends all of it, even if a part fails to end. */
    const stack = new AsyncDisposableStack()
    let cloud: TestCloud
    let ada: Client
    let [here, there]: Place[] = []
    const places = () => {
      assert.ok(here && there)
      return { here, there }
    }
    before(async () => {
      const storage = stack.use(await open())
      const environment = { OS_DEFAULT__SHOW_IMAGE_DIRECT_URL: 'true' }
      cloud = stack.use(await startTestCloud({ drivers: storage.drivers, environment }))
      ada = await cloud.person('ada')
      ;[here, there] = storage.places(cloud.directory)
      for (const { name } of [places().here, places().there]) {
        const extra_specs = { volume_backend_name: name }
        const made = await cloud.admin.volume.post('/v3/types', { volume_type: { name, extra_specs } })
        assert.equal(made.status, 200)
      }
    })
    after(() => stack.disposeAsync())

    const make = async (more: object): Promise<string> => {
      const made = await ada.volume.post('/v3/volumes', { volume: { size: 1, ...more } })
      assert.equal(made.status, 202, JSON.stringify(made.body))
      await volumeInStatus(ada, made.body.volume.id, 'available')
      return made.body.volume.id
    }
    /** The back end of a volume of any type. */
    const wherever = async (id: string): Promise<Place> => {
      const { volume } = (await cloud.admin.volume.get(`/v3/volumes/${id}`)).body
      const { here, there } = places()
      return volume['os-vol-host-attr:host'].includes(`@${here.name}#`) ? here : there
    }
    const act = async (id: string, action: object): Promise<void> => {
      const done = await ada.volume.post(`/v3/volumes/${id}/action`, action)
      assert.equal(done.status, 202, JSON.stringify(done.body))
    }
    const remove = async (id: string): Promise<void> => {
      assert.equal((await ada.volume.delete(`/v3/volumes/${id}`)).status, 202)
      await eventually(async () => assert.equal((await ada.volume.get(`/v3/volumes/${id}`)).status, 404))
    }

    it('a volume is created from an image, cloned, reverted to a snapshot and extended', async () => {
      const { here } = places()
      const data = Buffer.concat([Buffer.from('what the image holds'), randomBytes(1_048_576 - 20)])
      const imageRef = await makeImage(ada, { data })
      const id = await make({ imageRef, volume_type: here.name })
      assert.equal(await here.read(id, 20), 'what the image holds')
      const taken = await ada.volume.post('/v3/snapshots', { snapshot: { volume_id: id } })
      const snapshot = taken.body.snapshot.id
      const isTaken = async () => {
        const { status } = (await ada.volume.get(`/v3/snapshots/${snapshot}`)).body.snapshot
        assert.equal(status, 'available')
      }
      await eventually(isTaken)
      await here.write(id, 'what was written now')
      const old = await make({ snapshot_id: snapshot, size: 2 })
      const copy = await make({ source_volid: id })
      assert.deepEqual(
        [await here.read(old, 20), await here.read(copy, 20)],
        ['what the image holds', 'what was written now'],
      )
      await act(id, { revert: { snapshot_id: snapshot } })
      await volumeInStatus(ada, id, 'available')
      await eventually(isTaken)
      assert.equal(await here.read(id, 20), 'what the image holds')
      await ada.volume.delete(`/v3/snapshots/${snapshot}`)
      await eventually(async () =>
        assert.equal((await ada.volume.get(`/v3/snapshots/${snapshot}`)).status, 404),
      )
      await act(id, { 'os-extend': { new_size: 2 } })
      await volumeInStatus(ada, id, 'available')
      assert.equal((await ada.image.delete(`/v2/images/${imageRef}`)).status, 204)
      for (const each of [id, old, copy]) await remove(each)
    })

    it('a volume is restored from a full backup, and a new one from an incremental backup', async () => {
      const { here } = places()
      const id = await make({ volume_type: here.name })
      const backUp = async (more: object): Promise<string> => {
        const made = await ada.volume.post('/v3/backups', { backup: { volume_id: id, ...more } })
        assert.equal(made.status, 202, JSON.stringify(made.body))
        const backup: string = made.body.backup.id
        await eventually(async () => {
          const { status } = (await ada.volume.get(`/v3/backups/${backup}`)).body.backup
          assert.equal(status, 'available')
        })
        return backup
      }
      await here.write(id, 'first')
      const full = await backUp({})
      await here.write(id, 'later')
      const later = await backUp({ incremental: true })
      const restored = await ada.volume.post(`/v3/backups/${full}/restore`, { restore: { volume_id: id } })
      assert.equal(restored.status, 202, JSON.stringify(restored.body))
      await volumeInStatus(ada, id, 'available')
      assert.equal(await here.read(id, 5), 'first')
      const created = await ada.volume.post(`/v3/backups/${later}/restore`, { restore: { name: 'again' } })
      assert.equal(created.status, 202, JSON.stringify(created.body))
      const again: string = created.body.restore.volume_id
      await volumeInStatus(ada, again, 'available')
      assert.equal(await wherever(again).then((place) => place.read(again, 5)), 'later')
      for (const backup of [later, full]) {
        assert.equal((await ada.volume.delete(`/v3/backups/${backup}`)).status, 202)
        await eventually(async () =>
          assert.equal((await ada.volume.get(`/v3/backups/${backup}`)).status, 404),
        )
      }
      for (const each of [id, again]) await remove(each)
    })

    it('a volume is moved to the other back end and back with its content', async () => {
      const { here, there } = places()
      const id = await make({ volume_type: here.name })
      await here.write(id, 'carried')
      for (const to of [there, here]) {
        await act(id, { 'os-retype': { new_type: to.name, migration_policy: 'on-demand' } })
        await volumeInStatus(ada, id, 'available')
        const { volume } = (await cloud.admin.volume.get(`/v3/volumes/${id}`)).body
        assert.equal(volume['os-vol-host-attr:host'].split('#')[0].split('@')[1], to.name)
        assert.equal(await to.read(id, 7), 'carried')
        // The copy on the other back end must be deleted before the next move can begin.
        await cloud.settled()
      }
      await remove(id)
    })

    it('a volume is attached to a server and detached', async () => {
      const id = await make({ volume_type: places().here.name })
      const [flavorRef, imageRef] = await Promise.all([makeFlavor(cloud.admin), makeImage(ada)])
      const server = await bootServer(ada, { imageRef, flavorRef, networks: 'none' })
      await serverInStatus(ada, server, 'ACTIVE')
      const path = `/servers/${server}/os-volume_attachments`
      await ada.compute.post(path, { volumeAttachment: { volumeId: id } })
      await volumeInStatus(ada, id, 'in-use')
      assert.equal((await ada.compute.delete(`${path}/${id}`)).status, 202)
      await volumeInStatus(ada, id, 'available')
      await remove(id)
    })
  })
}

const setup = { clock: systemClock, log: silentLog }

tell('volumes in files', false, async () => ({
  drivers: (state) => fakeDrivers({ state, ...setup }, 1),
  places: (directory) => [
    filePlace('file', `${directory}/volumes`),
    filePlace('spare', `${directory}/volumes-spare`),
  ],
  [Symbol.asyncDispose]: async () => {},
}))

tell('volumes in Ceph, with their backups', missingCeph(), async () => {
  const ceph: CephCluster = await startCeph({ pools: ['volumes', 'images', 'backups'] })
  const { access, fsid } = ceph
  return {
    drivers: async (state) => {
      const drivers = await fakeDrivers({ state, ...setup }, 1)
      const store = rbdStore({ access, pool: 'images', fsid })
      return {
        ...drivers,
        volumes: rbdVolumes({ access, pool: 'volumes' }),
        backups: cephBackups({ access, pool: 'backups' }),
        moreVolumes: [fileVolumes({ directory: await state.directory('volumes') })],
        images: { ...drivers.images, stores: [{ id: 'ceph', weight: 0, store }] },
      }
    },
    places: (directory) => [cephPlace('rbd', access, 'volumes'), filePlace('file', `${directory}/volumes`)],
    [Symbol.asyncDispose]: async () => {
      // Ended also when volumes are left by a test that failed: Ceph keeps this process from ending.
      await using _ = ceph
      // Deleted volumes leave nothing, not even images that are kept for their clones.
      for (const pool of ['volumes', 'backups'])
        assert.equal((await runCeph(access, 'rbd', ['ls', pool])).trim(), '')
    },
  }
})
