import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Drivers } from '@nimbo/cloud/drivers'
import { rbdStore } from '@nimbo/store-rbd/rbd-store'
import { type CephCluster, missingCeph, startCeph } from '@nimbo/testing/ceph-cluster'
import { eventually } from '@nimbo/testing/eventually'
import { serverInStatus } from '@nimbo/testkit/servers'
import { rbdVolumes } from '@nimbo/volume-rbd/rbd-volumes'
import { type GuestCloud, startGuestCloud } from '@nimbo/testkit/guest-cloud'
import { guestsMissing } from '@nimbo/testkit/guests-missing'
import { cephPlace, filePlace, type Place } from '../places.ts'
import { bootsFromSnapshot } from './boots-from-snapshot.ts'
import {
  consoleOf,
  failedToWrite,
  found,
  holdsItsSum,
  patience,
  sees,
  toBeFilled,
  written,
} from './busy-guest.ts'
import { makeType } from './make-type.ts'
import { makeFillImage } from './make-fill-image.ts'
import { rootVolume } from './root-volume.ts'
import { type VolumeStory, volumeStory } from './volume-story.ts'

const encryption = {
  ...{ provider: 'luks', control_location: 'front-end', cipher: 'aes-xts-plain64', key_size: 256 },
}

interface Storage extends AsyncDisposable {
  readonly drivers: (drivers: Drivers) => Promise<Drivers>
  /** The first back end of volumes, and another to which they can be moved. */
  readonly places: (directory: string) => readonly [here: Place, there: Place]
  readonly ceph?: CephCluster
}

/** The same tests for each kind of back end; only in the embedded shape, since everything below the drivers is the same in both. */
const tell = (title: string, skip: string | false, open: () => Promise<Storage>): void => {
  describe(title, { skip }, () => {
    const stack = new AsyncDisposableStack()
    let storage: Storage
    let site: GuestCloud
    let story: VolumeStory
    let [here, there]: Place[] = []
    /** Two guests that run during all tests, and a volume that one of them has filled. */
    let [ferdinand, isolde, data] = ['', '', '']
    let fillRef = ''
    const places = () => {
      assert.ok(here && there)
      return { here, there }
    }

    before(async () => {
      storage = stack.use(await open())
      site = stack.use(await startGuestCloud(storage.drivers))
      story = volumeStory(site)
      ;[here, there] = storage.places(site.directory)
      const { admin } = site.cloud
      for (const { name } of [places().here, places().there])
        await makeType(admin, name, { volume_backend_name: name })
      const locked = await makeType(admin, 'locked', { volume_backend_name: places().here.name })
      const path = `/v3/types/${locked}/encryption`
      assert.equal((await admin.volume.post(path, { encryption })).status, 200)
      await makeType(admin, 'for-many', {
        ...{ volume_backend_name: places().here.name, multiattach: '<is> True' },
      })
      fillRef = await makeFillImage(site.ada)
    })
    after(() => stack.disposeAsync())

    it('boots from a volume', async () => {
      const root = rootVolume('image', site.imageRef, places().here.name)
      ferdinand = await story.boot({ name: 'ferdinand', block_device_mapping_v2: [root] })
      isolde = await story.boot({ name: 'isolde' })
      assert.deepEqual(await found(site.ada, ferdinand), { whole: 0, broken: 0 })
      await written(site.ada, ferdinand, 1)
    })

    it('reads from a volume what another guest has written', async () => {
      data = await story.make({ volume_type: places().here.name, imageRef: fillRef })
      await story.attach(ferdinand, data)
      const first = await sees(site.ada, ferdinand, data, holdsItsSum)
      await story.detach(ferdinand, data)
      await story.attach(isolde, data)
      const second = await sees(site.ada, isolde, data, holdsItsSum)
      assert.equal(second.sum, first.sum)
    })

    it('sees the new size of an attached volume that is extended', async () => {
      assert.equal((await sees(site.ada, isolde, data)).gibibytes, 1)
      await story.act(data, { 'os-extend': { new_size: 2 } })
      await story.become(data, 'in-use')
      await sees(site.ada, isolde, data, ({ gibibytes }) => gibibytes === 2)
      await story.detach(isolde, data)
    })

    it('boots from a snapshot taken while another guest was writing, with all files that were synced', async () => {
      const before = await written(site.ada, ferdinand, 3)
      const { body } = await site.ada.compute.get(`/servers/${ferdinand}/os-volume_attachments`)
      const snapshot = await story.snapshot(body.volumeAttachments[0].volumeId)
      await bootsFromSnapshot(site, story, { snapshot, synced: before })
      await written(site.ada, ferdinand, before + 1)
    })

    it('is not needed for full and incremental backups to restore every byte of its volume', async () => {
      const { here } = places()
      const full = await story.backUp(data, false)
      const earlier = await here.hash(data)
      await here.write(data, toBeFilled)
      await story.attach(ferdinand, data)
      await sees(site.ada, ferdinand, data, holdsItsSum)
      await story.detach(ferdinand, data)
      const incremental = await story.backUp(data, true)
      const later = await here.hash(data)
      assert.notEqual(later, earlier)
      await story.remove(data)
      const [old, fresh] = [await story.restored(full), await story.restored(incremental)]
      const hashes = await Promise.all([old, fresh].map((id) => hashWherever(id)))
      assert.deepEqual(hashes, [earlier, later])
      for (const id of [old, fresh]) await story.remove(id)
    })

    const hashWherever = async (id: string): Promise<string> => {
      const { volume } = (await site.cloud.admin.volume.get(`/v3/volumes/${id}`)).body
      const host: string = volume['os-vol-host-attr:host']
      const place = Object.values(places()).find(({ name }) => host.includes(`@${name}#`))
      assert.ok(place, host)
      return place.hash(id)
    }

    it('writes to an encrypted volume, whose stored bytes and snapshots contain no clear text', async () => {
      const locked = await story.make({ volume_type: 'locked', imageRef: fillRef })
      await story.attach(ferdinand, locked)
      const { head } = await sees(site.ada, ferdinand, locked, holdsItsSum)
      const raw = await places().here.read(locked, 32 * 1_048_576)
      assert.ok(raw.startsWith('LUKS'))
      assert.ok(!raw.includes(head) && !raw.includes('looked'))
      const snapshot = await story.snapshot(locked)
      const copy = await story.make({ snapshot_id: snapshot })
      assert.ok((await places().here.read(copy, 4)).startsWith('LUKS'))
      await story.attach(isolde, copy)
      assert.equal((await sees(site.ada, isolde, copy, holdsItsSum)).head, head)
      await story.detach(isolde, copy)
      await story.remove(copy)
      assert.equal((await site.ada.volume.delete(`/v3/snapshots/${snapshot}`)).status, 202)
      await story.detach(ferdinand, locked)
      await story.attach(isolde, locked)
      assert.equal((await sees(site.ada, isolde, locked, holdsItsSum)).head, head)
      await story.detach(isolde, locked)
      await story.remove(locked)
    })

    it('shares a multiattach volume with another guest', async () => {
      const shared = await story.make({ volume_type: 'for-many', imageRef: fillRef })
      await story.attach(ferdinand, shared)
      const { head } = await sees(site.ada, ferdinand, shared, holdsItsSum)
      await story.attach(isolde, shared)
      assert.equal((await sees(site.ada, isolde, shared, holdsItsSum)).head, head)
      await story.detach(isolde, shared, 'in-use')
      const { count } = await sees(site.ada, ferdinand, shared)
      await sees(site.ada, ferdinand, shared, (seen) => seen.count > count && holdsItsSum(seen))
      await story.detach(ferdinand, shared)
      await story.remove(shared)
    })

    it('keeps reading and writing while its volume is moved to another back end and back', async () => {
      const { here, there } = places()
      const moved = await story.make({ volume_type: here.name, imageRef: fillRef })
      await story.attach(ferdinand, moved)
      const { boot, head } = await sees(site.ada, ferdinand, moved, holdsItsSum)
      for (const to of [there, here]) {
        await story.act(moved, { 'os-retype': { new_type: to.name, migration_policy: 'on-demand' } })
        await story.become(moved, 'in-use')
        const { volume } = (await site.cloud.admin.volume.get(`/v3/volumes/${moved}`)).body
        assert.ok(volume['os-vol-host-attr:host'].includes(`@${to.name}#`))
        const { count } = await sees(site.ada, ferdinand, moved)
        const later = await sees(site.ada, ferdinand, moved, (seen) => seen.count > count + 1)
        assert.deepEqual([later.boot, later.head, later.head], [boot, head, `held ${later.sum}`])
        await eventually(async () => assert.ok((await to.read(moved, 1024)).includes(`looked `)), patience)
        await site.cloud.settled()
      }
      assert.ok(!(await failedToWrite(site.ada, ferdinand, moved)), 'no write has failed')
      await story.detach(ferdinand, moved)
      assert.ok((await here.read(moved, 64)).startsWith(head))
      await story.remove(moved)
    })

    it('has no I/O error when one of two OSDs is killed', async (t) => {
      const { ceph } = storage
      if (ceph === undefined) return t.skip('there is no Ceph')
      const before = await written(site.ada, ferdinand, 1)
      await ceph.killOsd(1)
      await written(site.ada, ferdinand, before + 4)
      ceph.startOsd(1)
      await written(site.ada, ferdinand, before + 6)
      assert.doesNotMatch(await consoleOf(site.ada, ferdinand), /I\/O error|Remounting filesystem read-only/)
      await serverInStatus(site.ada, ferdinand, 'ACTIVE', patience)
    })

    it('leaves no volume when it is deleted', async () => {
      for (const one of [ferdinand, isolde]) await story.end(one)
      await site.cloud.settled()
      const { body } = await site.ada.volume.get('/v3/volumes')
      assert.deepEqual(body.volumes, [])
    })
  })
}

const missing = await guestsMissing()

tell('a guest with volumes in files', missing, async () => ({
  drivers: async (drivers) => drivers,
  places: (directory) => [
    filePlace('file', join(directory, 'volumes')),
    filePlace('spare', join(directory, 'volumes-spare')),
  ],
  [Symbol.asyncDispose]: async () => {},
}))

tell('a guest with volumes in Ceph', missing || missingCeph(), async () => {
  const ceph = await startCeph({ pools: ['volumes', 'images'], osds: 2 })
  const { access, fsid } = ceph
  return {
    ceph,
    drivers: async (drivers) => {
      const store = rbdStore({ access, pool: 'images', fsid })
      return {
        ...drivers,
        volumes: rbdVolumes({ access, pool: 'volumes' }),
        moreVolumes: [drivers.volumes],
        images: { ...drivers.images, stores: [{ id: 'ceph', weight: 0, store }] },
      }
    },
    places: (directory) => [
      cephPlace('rbd', access, 'volumes'),
      filePlace('file', join(directory, 'volumes')),
    ],
    [Symbol.asyncDispose]: () => ceph[Symbol.asyncDispose](),
  }
})
