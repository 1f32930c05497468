import assert from 'node:assert/strict'
import { chmod, readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { missingProgram } from '@nimbo/testing/missing-program'
import { ownedDirectory } from '@nimbo/testing/owned-directory'
import { fileVolumes } from '@nimbo/volume-file/file-volumes'
import { type GuestCloud, startGuestCloud } from '@nimbo/testkit/guest-cloud'
import { guestsMissing } from '@nimbo/testkit/guests-missing'
import { bootsFromSnapshot } from './boots-from-snapshot.ts'
import { consoleOf, found, holdsItsSum, looksAgain, patience, sees, written } from './busy-guest.ts'
import { makeFillImage } from './make-fill-image.ts'
import { rootVolume } from './root-volume.ts'
import { type VolumeStory, volumeStory } from './volume-story.ts'

const skip = (await guestsMissing()) || missingProgram('qemu-storage-daemon')

/** Only in the embedded shape, since everything below the drivers is the same in both. */
describe('a guest with volumes over NBD', { skip }, () => {
  const stack = new AsyncDisposableStack()
  let site: GuestCloud
  let story: VolumeStory
  let exports: string
  let [ferdinand, isolde, data] = ['', '', '']

  before(async () => {
    const home = stack.use(await ownedDirectory('nimbo-nbd-'))
    // QEMU runs as its own user and needs to pass through this directory.
    await chmod(home.path, 0o711)
    exports = join(home.path, 'nbd')
    const nbd = { directory: exports, host: hostname(), endsWithProcess: true }
    const volumes = fileVolumes({ directory: join(home.path, 'volumes'), nbd })
    site = stack.use(await startGuestCloud(async (drivers) => ({ ...drivers, volumes })))
    story = volumeStory(site)
  })
  after(() => stack.disposeAsync())

  const killExporter = async (): Promise<void> => {
    process.kill(Number(await readFile(join(exports, 'local', 'pid'), 'utf8')), 'SIGKILL')
  }

  it('boots from one volume and writes to another', async () => {
    const root = rootVolume('image', site.imageRef)
    ferdinand = await story.boot({ name: 'ferdinand', block_device_mapping_v2: [root] })
    isolde = await story.boot({ name: 'isolde' })
    assert.deepEqual(await found(site.ada, ferdinand), { whole: 0, broken: 0 })
    data = await story.make({ imageRef: await makeFillImage(site.ada) })
    await story.attach(ferdinand, data)
    await sees(site.ada, ferdinand, data, holdsItsSum)
  })

  it('has no I/O error and loses no data when the export daemon is killed', async () => {
    const before = await written(site.ada, ferdinand, 1)
    for (const _ of ['once', 'again']) {
      await killExporter()
      await looksAgain(site.ada, ferdinand, data)
    }
    await written(site.ada, ferdinand, before + 2)
    const lines = (await consoleOf(site.ada, ferdinand)).split('\n')
    assert.deepEqual(
      lines.filter((line) => /failed|I\/O error|Remounting filesystem/.test(line)),
      [],
    )
  })

  it('sees the new size of an attached volume that is extended', async () => {
    assert.equal((await sees(site.ada, ferdinand, data)).gibibytes, 1)
    await story.act(data, { 'os-extend': { new_size: 2 } })
    await story.become(data, 'in-use')
    await sees(site.ada, ferdinand, data, ({ gibibytes }) => gibibytes === 2)
  })

  it('boots from a snapshot during which another guest wrote and the daemon was killed, with all synced files', async () => {
    const before = await written(site.ada, ferdinand, 3)
    const { body } = await site.ada.compute.get(`/servers/${ferdinand}/os-volume_attachments`)
    const [root] = body.volumeAttachments.filter(({ volumeId }: { volumeId: string }) => volumeId !== data)
    const taking = story.snapshot(root.volumeId)
    await killExporter()
    await bootsFromSnapshot(site, story, { snapshot: await taking, synced: before })
  })

  it('writes what another guest reads after it attaches the volume', async () => {
    const { head } = await sees(site.ada, ferdinand, data, holdsItsSum)
    await story.detach(ferdinand, data)
    await story.attach(isolde, data)
    assert.equal((await sees(site.ada, isolde, data, holdsItsSum)).head, head)
    await looksAgain(site.ada, isolde, data)
    await story.detach(isolde, data)
  })

  it('leaves no volume, export or daemon when all guests are deleted', async () => {
    for (const one of [ferdinand, isolde]) await story.end(one)
    await story.remove(data)
    await site.cloud.settled()
    await eventually(async () => {
      assert.deepEqual((await site.ada.volume.get('/v3/volumes')).body.volumes, [])
      assert.equal((await readFile(join(exports, 'local', 'exports.json'), 'utf8')).trim(), '{}')
      const pid = await readFile(join(exports, 'local', 'pid'), 'utf8').catch(() => '0')
      const words = await readFile(`/proc/${pid.trim()}/cmdline`, 'utf8').catch(() => '')
      assert.doesNotMatch(words, /qemu-storage-daemon/)
    }, patience)
  })
})
