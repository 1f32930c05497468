/** Encrypted volumes are copied to images, backups and other volumes in encrypted form, and can be read only with their keys. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { runCeph } from '@nimbo/ceph/run-ceph'
import type { Drivers } from '@nimbo/cloud/drivers'
import type { StateDirectory } from '@nimbo/cloud/state-directory'
import { fakeDrivers } from '@nimbo/cloud/up/fake-drivers'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { type CephCluster, missingCeph, startCeph } from '@nimbo/testing/ceph-cluster'
import { eventually } from '@nimbo/testing/eventually'
import { missingProgram } from '@nimbo/testing/missing-program'
import { type Client, signIn } from '@nimbo/testkit/client'
import { passwordOf } from '@nimbo/testkit/join-project'
import { makeImage } from '@nimbo/testkit/make-image'
import { volumeInStatus } from '@nimbo/testkit/make-volume'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { fileVolumes } from '@nimbo/volume-file/file-volumes'
import { rbdVolumes } from '@nimbo/volume-rbd/rbd-volumes'
import { cephPlace, filePlace, type Place } from './places.ts'

const encryption = {
  provider: 'luks',
  control_location: 'front-end',
  cipher: 'aes-xts-plain64',
  key_size: 256,
}
const run = promisify(execFile)
const newest = { 'openstack-api-version': 'volume 3.71' }
const secret = 'what nobody may read from the disk'

const keeperOf = async ({ admin, person, url }: TestCloud): Promise<Client> => {
  const { userId } = await person('keeper')
  const { projects } = (await admin.identity.get('/v3/projects?name=service')).body
  const { roles } = (await admin.identity.get('/v3/roles?name=admin')).body
  const grant = `/v3/projects/${projects[0].id}/users/${userId}/roles/${roles[0].id}`
  assert.equal((await admin.identity.put(grant)).status, 204)
  return signIn(url, { username: 'keeper', password: passwordOf('keeper'), project: 'service' })
}

interface Storage {
  /** Undefined for the default drivers. */
  readonly drivers?: (state: StateDirectory) => Promise<Drivers>
  readonly place: (directory: string) => Place
  /** Another back end. */
  readonly other: (directory: string) => Place
}

const tell = (title: string, skip: string | false, open: () => Promise<Storage & AsyncDisposable>): void => {
  describe(title, { skip }, () => {
    /** Ends all of it, even if a part fails to end. */
    const stack = new AsyncDisposableStack()
    let cloud: TestCloud
    let ada: Client
    let eve: Client
    /** A user of the project that owns the keys. */
    let keeper: Client
    let place: Place
    let other: Place
    let home = ''
    before(async () => {
      const storage = stack.use(await open())
      cloud = stack.use(await startTestCloud(storage.drivers ? { drivers: storage.drivers } : {}))
      ;[ada, eve] = [await cloud.person('ada'), await cloud.person('eve')]
      keeper = await keeperOf(cloud)
      place = storage.place(cloud.directory)
      other = storage.other(cloud.directory)
      home = await mkdtemp(join(tmpdir(), 'nimbo-encrypted-'))
      stack.defer(() => rm(home, { recursive: true }))
      for (const name of ['locked', 'strong', 'open', 'open elsewhere']) {
        const extra_specs = { volume_backend_name: name === 'open elsewhere' ? other.name : place.name }
        const made = await cloud.admin.volume.post('/v3/types', { volume_type: { name, extra_specs } })
        const path = `/v3/types/${made.body.volume_type.id}/encryption`
        const key_size = name === 'strong' ? 512 : 256
        if (!name.startsWith('open'))
          await cloud.admin.volume.post(path, { encryption: { ...encryption, key_size } })
      }
    })
    after(() => stack.disposeAsync())

    const at = (id: string) => place.disk(id).name
    const keyOf = async (id: string): Promise<string> =>
      (await ada.volume.get(`/v3/volumes/${id}/encryption`)).body.encryption_key_id
    const isKept = async (key: string) =>
      (await cloud.admin['key-manager'].get(`/v1/secrets/${key}`)).status === 200
    const kept = (keys: readonly string[]) => Promise.all(keys.map(isKept))
    /** Runs a command of qemu-io on the disk that a guest with this volume would see. */
    const inside = async (id: string, command: string): Promise<string> => {
      const key = await keeper['key-manager'].get(`/v1/secrets/${await keyOf(id)}/payload`, {
        accept: 'application/octet-stream',
      })
      assert.equal(key.status, 200)
      const file = join(home, 'passphrase')
      await writeFile(file, key.body.toString('hex'), { mode: 0o600 })
      const { stdout } = await run('qemu-io', [
        ...['--object', `secret,id=lock,file=${file}`, '--image-opts', '-c', command],
        `driver=luks,key-secret=lock,${place.disk(id).options}`,
      ])
      return stdout
    }
    /** The same on the disk of a volume that is not encrypted. */
    const outside = async (id: string, command: string): Promise<string> =>
      (await run('qemu-io', ['-f', 'raw', '-c', command, at(id)])).stdout
    const equal = (one: string, other: string) =>
      run('qemu-img', ['compare', '-q', '-f', 'raw', '-F', 'raw', one, other])
    const holds = async (id: string, byte: number): Promise<void> =>
      assert.match(await inside(id, `read -P ${byte} 1M 64k`), /^(?!.*Pattern verification failed)/s)
    const ask = (more: object, by: Client = ada) =>
      by.volume.post('/v3/volumes', { volume: { size: 1, ...more } })
    const make = async (more: object): Promise<string> => {
      const made = await ask(more)
      assert.equal(made.status, 202, JSON.stringify(made.body))
      await volumeInStatus(ada, made.body.volume.id, 'available')
      return made.body.volume.id
    }
    const act = async (id: string, action: object) => {
      const done = await ada.volume.post(`/v3/volumes/${id}/action`, action)
      assert.equal(done.status, 202, JSON.stringify(done.body))
      return done.body
    }
    const remove = async (id: string): Promise<void> => {
      assert.equal((await ada.volume.delete(`/v3/volumes/${id}`)).status, 202)
      await eventually(async () => assert.equal((await ada.volume.get(`/v3/volumes/${id}`)).status, 404))
    }

    it('are uploaded to an image, created from it, and overwritten by a reimage, each with its own key', async () => {
      const imageRef = await makeImage(ada, { data: Buffer.from(secret.padEnd(4096)) })
      const id = await make({ imageRef, volume_type: 'locked' })
      assert.doesNotMatch(await place.read(id, 8_388_608), /what nobody/)
      assert.match(await inside(id, 'read -v 0 512'), /what.nobody/)
      await inside(id, 'write -P 91 1M 64k')

      const refused = await ada.volume.post(`/v3/volumes/${id}/action`, {
        'os-volume_upload_image': { image_name: 'x', disk_format: 'qcow2' },
      })
      assert.equal(refused.status, 400)
      const upload = { 'os-volume_upload_image': { image_name: 'kept', disk_format: 'raw' } }
      const uploaded = (await act(id, upload))['os-volume_upload_image'].image_id
      await volumeInStatus(ada, id, 'available')
      const image = (await ada.image.get(`/v2/images/${uploaded}`)).body
      assert.equal(image.status, 'active')
      assert.equal(image.cinder_encryption_key_deletion_policy, 'on_image_deletion')
      const keys = [await keyOf(id), image.cinder_encryption_key_id]
      assert.equal(new Set(keys).size, 2)

      assert.equal((await ask({ imageRef: uploaded, volume_type: 'open' })).status, 400)
      const copy = await make({ imageRef: uploaded, volume_type: 'locked' })
      await equal(at(copy), at(id))
      await holds(copy, 91)
      keys.push(await keyOf(copy))
      assert.equal(new Set(keys).size, 3)
      await act(copy, { 'os-reimage': { image_id: imageRef } })
      await volumeInStatus(ada, copy, 'available')
      assert.doesNotMatch(await place.read(copy, 8_388_608), /what nobody/)
      assert.match(await inside(copy, 'read -v 0 512'), /what.nobody/)
      assert.equal(await keyOf(copy), keys[2])
      assert.deepEqual(await kept(keys), [true, true, true])
      await ada.image.delete(`/v2/images/${uploaded}`)
      assert.deepEqual(await kept(keys), [true, false, true])
      await Promise.all([remove(id), remove(copy)])
      assert.deepEqual(await kept(keys), [false, false, false])
    })

    const retype = async (id: string, new_type: string, migration_policy = 'on-demand') => {
      await act(id, { 'os-retype': { new_type, migration_policy } })
      await volumeInStatus(ada, id, 'available')
      await cloud.settled()
      const { volume_type, encrypted } = (await ada.volume.get(`/v3/volumes/${id}`)).body.volume
      return [volume_type, encrypted]
    }

    it('are made by a retype of an unencrypted volume, re-encrypted with another key size, and decrypted', async () => {
      const id = await make({ volume_type: 'open' })
      const pattern = join(home, 'pattern')
      await writeFile(pattern, secret.padEnd(512, '.'))
      await outside(id, `write -s ${pattern} 0 64k`)
      await outside(id, 'write -P 77 900M 64k')
      assert.match(await place.read(id, 65_536), /what nobody/)

      assert.deepEqual(await retype(id, 'locked', 'never'), ['open', false])
      assert.deepEqual(await retype(id, 'locked'), ['locked', true])
      const first = await keyOf(id)
      assert.doesNotMatch(await place.read(id, 8_388_608), /what nobody/)
      assert.match(await inside(id, 'read -v 0 512'), /what.nobody/)
      assert.match(await inside(id, 'read -P 77 900M 64k'), /^(?!.*Pattern verification failed)/s)

      assert.deepEqual(await retype(id, 'strong'), ['strong', true])
      const second = await keyOf(id)
      assert.match(await inside(id, 'read -P 77 900M 64k'), /^(?!.*Pattern verification failed)/s)
      assert.deepEqual(await kept([first, second]), [false, true])

      assert.deepEqual(await retype(id, 'open'), ['open', false])
      assert.equal(await isKept(second), false)
      assert.match(await place.read(id, 65_536), /what nobody/)
      assert.match(await outside(id, 'read -P 77 900M 64k'), /^(?!.*Pattern verification failed)/s)
      await remove(id)
    })

    it('are decrypted by a retype to another back end, and encrypted by a retype back', async () => {
      const id = await make({ volume_type: 'locked' })
      await inside(id, 'write -P 66 500M 64k')
      const first = await keyOf(id)
      assert.deepEqual(await retype(id, 'open elsewhere'), ['open elsewhere', false])
      const clear = (await run('qemu-io', ['-f', 'raw', '-c', 'read -P 66 500M 64k', other.disk(id).name]))
        .stdout
      assert.match(clear, /^(?!.*Pattern verification failed)/s)
      assert.deepEqual(await retype(id, 'locked'), ['locked', true])
      assert.match(await inside(id, 'read -P 66 500M 64k'), /^(?!.*Pattern verification failed)/s)
      assert.deepEqual(await kept([first, await keyOf(id)]), [false, true])
      await remove(id)
    })

    it('are not made of a volume that has data to its end, for which a user message gives the reason', async () => {
      const id = await make({ volume_type: 'open' })
      await outside(id, `write -P 5 1023M 1M`)
      const before = await place.hash(id)
      assert.deepEqual(await retype(id, 'locked'), ['open', false])
      assert.equal(await place.hash(id), before)
      const { messages } = (await ada.volume.get(`/v3/messages?resource_uuid=${id}`, newest)).body
      assert.match(messages[0].user_message, /^retype volume:.*extend the volume first/)
      const { secrets } = (await keeper['key-manager'].get(`/v1/secrets?name=volume-${id}`)).body
      assert.deepEqual(secrets, [])
      await remove(id)
    })

    it('are not created from an image that names the key of another volume, nor is that key deleted', async () => {
      const id = await make({ volume_type: 'locked' })
      const key = await keyOf(id)
      const properties = {
        ...{ cinder_encryption_key_id: key, cinder_encryption_key_deletion_policy: 'on_image_deletion' },
      }
      const imageRef = await makeImage(eve, { properties })
      const refused = await ask({ imageRef, volume_type: 'locked' }, eve)
      assert.equal(refused.status, 400)
      assert.match(refused.body.badRequest.message, /was not made for it/)
      assert.equal((await eve.image.delete(`/v2/images/${imageRef}`)).status, 204)
      assert.equal(await isKept(key), true)
      await remove(id)
    })

    it('are backed up, and restored to themselves and to a new volume', async () => {
      const id = await make({ volume_type: 'locked' })
      await inside(id, 'write -P 17 1M 64k')
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
      const full = await backUp({})
      const first = join(home, 'first')
      await run('qemu-img', ['convert', '-f', 'raw', '-O', 'raw', at(id), first])
      await inside(id, 'write -P 18 1M 64k')
      const later = await backUp({ incremental: true })
      const keysOfBackups = await Promise.all(
        [full, later].map(async (backup) => {
          const shown = await ada.volume.get(`/v3/backups/${backup}`)
          return shown.body.backup.encryption_key_id
        }),
      )
      const old = await keyOf(id)
      const restored = await ada.volume.post(`/v3/backups/${full}/restore`, { restore: { volume_id: id } })
      assert.equal(restored.status, 202, JSON.stringify(restored.body))
      await volumeInStatus(ada, id, 'available')
      await equal(at(id), first)
      await holds(id, 17)
      assert.equal(await keyOf(id), old, 'the backup has a copy of the key that the volume has')
      assert.equal(new Set([old, ...keysOfBackups]).size, 3)

      const open = await make({ volume_type: 'open' })
      const refused = await ada.volume.post(`/v3/backups/${full}/restore`, { restore: { volume_id: open } })
      assert.equal(refused.status, 400, JSON.stringify(refused.body))
      const created = await ada.volume.post(`/v3/backups/${later}/restore`, { restore: { name: 'again' } })
      assert.equal(created.status, 202, JSON.stringify(created.body))
      const again = created.body.restore.volume_id
      await volumeInStatus(ada, again, 'available')
      await holds(again, 18)

      const keys = [await keyOf(id), await keyOf(again), ...keysOfBackups]
      assert.deepEqual(await kept(keys), [true, true, true, true])
      for (const backup of [later, full]) {
        assert.equal((await ada.volume.delete(`/v3/backups/${backup}`)).status, 202)
        await eventually(async () =>
          assert.equal((await ada.volume.get(`/v3/backups/${backup}`)).status, 404),
        )
      }
      assert.deepEqual(await kept(keys), [true, true, false, false])
      await Promise.all([id, again, open].map(remove))
      assert.deepEqual(await kept(keys), [false, false, false, false])
    })
  })
}

tell('encrypted volumes in files', missingProgram('qemu-io'), async () => ({
  place: (directory) => filePlace('file', `${directory}/volumes`),
  other: (directory) => filePlace('spare', `${directory}/volumes-spare`),
  [Symbol.asyncDispose]: async () => {},
}))

tell('encrypted volumes in Ceph', missingProgram('qemu-io') || missingCeph(), async () => {
  const ceph: CephCluster = await startCeph({ pools: ['volumes'] })
  const { access } = ceph
  return {
    drivers: async (state) => ({
      ...(await fakeDrivers({ state, clock: systemClock, log: silentLog }, 1)),
      volumes: rbdVolumes({ access, pool: 'volumes' }),
      moreVolumes: [fileVolumes({ directory: await state.directory('volumes') })],
    }),
    place: () => cephPlace('rbd', access, 'volumes'),
    other: (directory) => filePlace('file', `${directory}/volumes`),
    [Symbol.asyncDispose]: async () => {
      // Ended also when volumes are left by a test that failed: Ceph keeps this process from ending.
      await using _ = ceph
      assert.equal((await runCeph(access, 'rbd', ['ls', 'volumes'])).trim(), '')
    },
  }
})
