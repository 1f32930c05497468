import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runCeph } from '@nimbo/ceph/run-ceph'
import { missingCeph, startCeph } from '@nimbo/testing/ceph-cluster'
import { eventually } from '@nimbo/testing/eventually'
import { missingProgram } from '@nimbo/testing/missing-program'
import { guestsMissing } from '@nimbo/testkit/guests-missing'
import { cephPlace, filePlace, type Place } from '../places.ts'
import {
  consoleOf,
  found,
  holdsItsSum,
  patience,
  type SeenDisk,
  sees,
  toBeFilled,
  written,
} from './busy-guest.ts'
import { makeType } from './make-type.ts'
import { makeFillImage } from './make-fill-image.ts'
import { type MortalCloud, startMortalCloud } from './mortal-cloud.ts'
import { rootVolume } from './root-volume.ts'
import { type VolumeStory, volumeStory } from './volume-story.ts'

/** The number of kills during each operation: the first when it is accepted, the next as soon as the restarted service answers. */
const deaths = 2
const mebibyte = 1_048_576

type Kind = 'volume' | 'snapshot' | 'backup'

interface Storage extends AsyncDisposable {
  /** The section of the back end in `cinder.conf`, with the name of the back end. */
  readonly section: string
  place(stateDir: string): Place
  /** The volumes that exist on the back end, and their exports. */
  left(stateDir: string): Promise<readonly string[]>
}

/** The back end to which a volume is moved. */
const spare = `
[spare]
target_protocol = nbd
volumes_dir = $state_path/volumes-spare
`

const leftInFiles = async (stateDir: string, name: string): Promise<readonly string[]> => {
  const exports = join(stateDir, 'nbd', name, 'local', 'exports.json')
  const exported = JSON.parse(await readFile(exports, 'utf8').catch(() => '{}'))
  return [...(await readdir(join(stateDir, `volumes-${name}`))), ...Object.keys(exported)]
}

/**
 * Only in the embedded shape, whose one process includes the volume service: it is killed by SIGKILL during each operation on a volume
 * to which a guest writes. The guest and the export daemon survive the process.
 */
const tell = (title: string, skip: string | false, open: () => Promise<Storage>): void => {
  describe(title, { skip }, () => {
    const stack = new AsyncDisposableStack()
    let storage: Storage
    let place: Place
    let site: MortalCloud
    let story: VolumeStory
    /** The type of volumes on the tested back end. */
    let type = ''
    let [guest, root, data, imageRef] = ['', '', '', '']
    let seen: SeenDisk

    before(async () => {
      storage = stack.use(await open())
      type = storage.section.match(/^\[(.*)\]$/m)?.[1] ?? ''
      const cinder = `[DEFAULT]\nenabled_backends = ${type}, spare\n${storage.section}${spare}`
      site = stack.use(await startMortalCloud(cinder))
      place = storage.place(site.stateDir)
      story = volumeStory(site)
      for (const name of [type, 'spare']) await makeType(site.ada, name, { volume_backend_name: name })
      const disk = rootVolume('image', site.imageRef, type)
      guest = await story.boot({ name: 'ferdinand', block_device_mapping_v2: [disk] })
      const { body } = await site.ada.compute.get(`/servers/${guest}/os-volume_attachments`)
      root = body.volumeAttachments[0].volumeId
      imageRef = await makeFillImage(site.ada)
      data = await story.make({ volume_type: type, imageRef })
      await story.attach(guest, data)
      seen = await sees(site.ada, guest, data, holdsItsSum)
    })
    after(() => stack.disposeAsync())

    const dies = async (): Promise<void> => {
      for (let death = 0; death < deaths; death += 1) await site.die()
    }
    const asked = async (path: string, body: object) => {
      const answer = await site.ada.volume.post(path, body)
      assert.equal(answer.status, 202, JSON.stringify(answer.body))
      return answer.body
    }
    const gone = async (kind: Kind, id: string): Promise<void> => {
      assert.equal((await site.ada.volume.delete(`/v3/${kind}s/${id}`)).status, 202)
      await dies()
      await eventually(async () => {
        assert.equal((await site.ada.volume.get(`/v3/${kind}s/${id}`)).status, 404)
      }, patience)
    }
    /** Waits for the guest's next rounds; fails unless it reads what it had written, has not rebooted and has no I/O error. */
    const goesOn = async (): Promise<void> => {
      const { boot, head, count } = seen
      seen = await sees(site.ada, guest, data, (later) => later.count > count + 1)
      assert.ok(holdsItsSum(seen))
      assert.deepEqual([seen.boot, seen.head], [boot, head])
      assert.doesNotMatch(await consoleOf(site.ada, guest), /failed|I\/O error|Remounting filesystem/)
    }
    /** Creates something while the volume is in use and the service is killed; returns its id. */
    const made = async (kind: Kind, wanted: object): Promise<string> => {
      const body = await asked(`/v3/${kind}s`, { [kind]: wanted })
      await dies()
      await story.become(body[kind].id, 'available', kind)
      await goesOn()
      return body[kind].id
    }
    /** Fails unless a volume has everything that the guest had reported as written at the time of `then`. */
    const holds = async (id: string, then: SeenDisk): Promise<void> => {
      const text = await place.read(id, 2 * mebibyte)
      const noise = createHash('md5').update(text.slice(mebibyte), 'latin1')
      assert.equal(text.slice(0, then.head.length), then.head)
      assert.equal(`held ${noise.digest('hex')}`, then.head)
      const [, count] = text.slice(512, 1024).match(/looked (\d+)/) ?? []
      assert.ok(Number(count) >= then.count, `${count} looks, and it had told of ${then.count}`)
    }

    it('does not disturb volumes created from a snapshot, a volume in use and an image, which are complete', async () => {
      const before = seen
      const snapshot = await made('snapshot', { volume_id: data, force: true })
      const old = await made('volume', { size: 1, snapshot_id: snapshot })
      await holds(old, before)
      const then = seen
      const copy = await made('volume', { size: 1, source_volid: data })
      await holds(copy, then)
      const fresh = await made('volume', { size: 1, imageRef, volume_type: type })
      assert.ok((await place.read(fresh, mebibyte)).startsWith(toBeFilled))
      for (const id of [old, copy, fresh]) await gone('volume', id)
      await gone('snapshot', snapshot)
    })

    it('does not disturb a backup and its restore', async () => {
      const before = seen
      const backup = await made('backup', { volume_id: data, force: true })
      await story.become(data, 'in-use')
      const restored = await made('volume', { size: 1, backup_id: backup, volume_type: type })
      await holds(restored, before)
      await gone('volume', restored)
      await gone('backup', backup)
    })

    it('sees the new size of its volume that is extended', async () => {
      await asked(`/v3/volumes/${data}/action`, { 'os-extend': { new_size: 2 } })
      await dies()
      await story.become(data, 'in-use')
      await sees(site.ada, guest, data, ({ gibibytes }) => gibibytes === 2)
      await goesOn()
    })

    it('keeps writing to its volume while that is moved to another back end', async () => {
      const retype = { 'os-retype': { new_type: 'spare', migration_policy: 'on-demand' } }
      await asked(`/v3/volumes/${data}/action`, retype)
      await dies()
      await eventually(async () => {
        const { volume } = (await site.ada.volume.get(`/v3/volumes/${data}`)).body
        assert.deepEqual([volume.status, volume.volume_type], ['in-use', 'spare'], JSON.stringify(volume))
        assert.ok(volume['os-vol-host-attr:host'].includes('@spare#'))
      }, patience)
      await goesOn()
    })

    it('loses and regains its volume by a detach and an attach', async () => {
      const path = `/servers/${guest}/os-volume_attachments`
      assert.equal((await site.ada.compute.delete(`${path}/${data}`)).status, 202)
      await dies()
      await story.become(data, 'available')
      const again = await site.ada.compute.post(path, { volumeAttachment: { volumeId: data } })
      assert.equal(again.status, 202, JSON.stringify(again.body))
      await dies()
      await story.become(data, 'in-use')
      await goesOn()
      await story.detach(guest, data)
    })

    it('finds every synced file after a hard reboot', async () => {
      const least = await written(site.ada, guest, 1)
      const reboot = { reboot: { type: 'HARD' } }
      assert.equal((await site.ada.compute.post(`/servers/${guest}/action`, reboot)).status, 202)
      await eventually(async () => {
        const { whole, broken } = await found(site.ada, guest)
        assert.ok(whole >= least, `${whole} files, and ${least} were synced before`)
        assert.equal(broken, 0)
      }, patience)
    })

    it('leaves no volume, export, attachment or use of quota when all is deleted', async () => {
      await story.end(guest)
      await gone('volume', data)
      await eventually(async () => {
        assert.deepEqual(await storage.left(site.stateDir), [])
        assert.deepEqual(await leftInFiles(site.stateDir, 'spare'), [])
        assert.deepEqual((await site.ada.volume.get('/v3/attachments')).body.attachments, [])
        assert.equal((await site.ada.volume.get(`/v3/volumes/${root}`)).status, 404)
      }, patience)
      const { body } = await site.ada.volume.get(`/v3/os-quota-sets/${site.ada.projectId}?usage=true`)
      for (const what of ['volumes', 'gigabytes', 'snapshots', 'backups'])
        assert.deepEqual([what, body.quota_set[what].in_use, body.quota_set[what].reserved], [what, 0, 0])
    })
  })
}

const missing = (await guestsMissing()) || missingProgram('qemu-storage-daemon')

tell(
  'a guest with volumes over NBD, while the volume service is killed during each operation,',
  missing,
  async () => ({
    section: `
[exported]
target_protocol = nbd
volumes_dir = $state_path/volumes-exported
`,
    place: (stateDir) => filePlace('exported', join(stateDir, 'volumes-exported')),
    left: (stateDir) => leftInFiles(stateDir, 'exported'),
    [Symbol.asyncDispose]: async () => {},
  }),
)

tell(
  'a guest with volumes in Ceph, while the volume service is killed during each operation,',
  missing || missingCeph(),
  async () => {
    const ceph = await startCeph({ pools: ['volumes'] })
    const { access } = ceph
    const listed = async (...words: string[]): Promise<string> =>
      (await runCeph(access, 'rbd', [...words, 'volumes'])).trim()
    return {
      section: `
[ceph]
volume_driver = rbd
rbd_pool = volumes
rbd_user = ${access.user}
rbd_ceph_conf = ${access.conf}
`,
      place: () => cephPlace('ceph', access, 'volumes'),
      left: async () => [await listed('ls'), await listed('trash', 'ls')].filter((lines) => lines !== ''),
      [Symbol.asyncDispose]: () => ceph[Symbol.asyncDispose](),
    }
  },
)
